import { rmSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
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

const smallest = 1024
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Every asset also lies there compressed, so that the server never spends time on it. Nine is a thirteenth larger than the best, twenty times faster. */
const compressAssets = (): Plugin => {
  let folder = ''
  const compress = async (name: string): Promise<void> => {
    const path = resolve(folder, name)
    const bytes = await readFile(path)
    if (bytes.length <= smallest) return
    const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
    await Promise.all([writeFile(`${path}.br`, await compressBrotli(bytes, brotli)), writeFile(`${path}.gz`, await compressGzip(bytes, { level: 9 }))])
  }
  return {
    name: 'sightline-compress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir, 'assets')
    },
    async writeBundle() {
      const names = await readdir(folder)
      await Promise.all(names.filter((name) => /\.(?:js|css|svg|json)$/.test(name)).map(compress))
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/static/',
  plugins: [react(), tokensCss(), sweepOldAssets(), compressAssets()],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    // The page of embedded dashboards begins with what it needs, and without the frame of the program.
    rolldownOptions: { input: ['index.html', 'embedded.html'].map((page) => resolve(import.meta.dirname, page)) },
  },
})
