import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

const server = process.env.FOOTPLATE ?? 'http://127.0.0.1:8321'

export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: {
    outDir: '../footplate/web/page',
    emptyOutDir: true,
    target: 'es2022',
    // A whole file once is quicker on localhost than a chain of small ones; routes are split in App.svelte.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  // Without this vitest would take Svelte's server build, which has no state.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
})
