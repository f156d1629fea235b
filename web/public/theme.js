// Runs before the first paint, so that the page never flashes in the wrong theme.
try {
  const kept = localStorage.getItem('footplate.theme')
  const dark = kept ? kept === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.theme = 'light'
}
