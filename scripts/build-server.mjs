// Bundles the server's programs into packages/server/dist. Node 20 does not run TypeScript, and one file starts faster than four hundred.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Each becomes packages/server/dist/<name>.js. Child processes and workers are programs of their own. */
export const programs = {
  cli: 'packages/server/src/cli.ts',
  'duckdb-engine': 'packages/connectors/src/duckdb/engine.ts',
  'sqlite-engine': 'packages/connectors/src/sqlite/engine.ts',
  'template-worker': 'packages/server/src/templates/worker.ts',
  'draw-worker': 'packages/server/src/draw/worker.ts',
  'frame-worker': 'packages/server/src/chart-data/finish/worker.ts',
  'file-reader': 'packages/server/src/uploads/reader/reader.ts',
  'yaml-worker': 'packages/server/src/bundles/yaml-worker.ts',
}

export async function buildServer() {
  const input = Object.fromEntries(
    Object.entries(programs)
      .filter(([, file]) => existsSync(root + file))
      .map(([name, file]) => [name, root + file]),
  )
  const bundle = await rolldown({ input, cwd: root, platform: 'node', external: (id) => !/^[./]|^[A-Z]:|^@sightline\//.test(id), logLevel: 'warn' })
  await bundle.write({ dir: `${root}packages/server/dist`, format: 'esm', sourcemap: true, entryFileNames: '[name].js', chunkFileNames: 'chunk-[hash].js' })
  await bundle.close()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer()
