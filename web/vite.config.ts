import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'

const server = process.env.FOOTPLATE ?? 'http://127.0.0.1:8321'

/** The first part of an address, and what App.svelte loads for it. */
const ROUTES = {
  '': 'lobby/Lobby', t: 'table/Table', join: 'lobby/Join', code: 'lobby/Code', learn: 'lesson/Lesson', account: 'account/Account',
}

/** What is wanted only where a game is played. */
const PLAY = /\/src\/(games|lesson\/(?!kept)|rules|lib\/(alerts|keys|live|patch)|table\/(?!panels\/(CopyLink|Reach)))/

/** Tell the server which files each address needs, so that it names all of them in the page and none waits for another. */
function routes(): Plugin {
  const files = (bundle: Rolldown.OutputBundle, chunk: Rolldown.OutputChunk, found = new Set<string>()): Set<string> => {
    if (found.has(chunk.fileName)) return found
    found.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
    for (const name of chunk.imports) {
      const one = bundle[name]
      if (one?.type === 'chunk') files(bundle, one, found)
    }
    return found
  }
  return {
    name: 'routes',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const entry = chunks.find((one) => one.isEntry)!
      const there = files(bundle, entry)
      const wanted = Object.entries(ROUTES).map(([part, source]) => {
        const chunk = chunks.find((one) => one.facadeModuleId?.endsWith(`/src/${source}.svelte`))
        if (!chunk) this.error(`No part of the page is made of ${source}.svelte`)
        return [part, [...files(bundle, chunk)].filter((name) => !there.has(name))]
      })
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(Object.fromEntries(wanted), null, 1) })
    },
  }
}

export default defineConfig({
  plugins: [svelte(), routes()],
  base: '/',
  build: {
    outDir: '../footplate/web/page',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Routes are split in App.svelte. What several of them share is one file and not twenty, for each costs a
        // question; what only tables and lessons share is no business of the lobby.
        codeSplitting: {
          groups: [
            { name: 'svelte', test: /node_modules/, priority: 2 },
            { name: 'shared', test: (id) => id.includes('/src/') && !PLAY.test(id), minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  // Without this vitest would take Svelte's server build, which has no state.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : undefined,
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
})
