import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { printTokensCss } from './src/ui/tokens.ts'

/** The style sheet of the design tokens is printed from `src/ui/tokens.ts`, so that no value stands in two places. */
const tokensCss = (): Plugin => ({
  name: 'sightline-tokens',
  resolveId: (id) => (id === 'virtual:tokens.css' ? '\0virtual:tokens.css' : null),
  load: (id) => (id === '\0virtual:tokens.css' ? printTokensCss() : null),
})

/** Types live in `dist/types`; only the old bundle is swept away. */
const sweepOldAssets = (): Plugin => {
  let folder = ''
  return {
    name: 'sightline-sweep',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir, 'assets')
    },
    buildStart() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/static/',
  plugins: [react(), tokensCss(), sweepOldAssets()],
  build: { outDir: 'dist', emptyOutDir: false, target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 700 },
})
