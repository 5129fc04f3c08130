// Prints the tables of docs/databases.md from the connectors.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'docs', 'databases.md')

// Drivers are imported on first use, and none is used here.
const bundle = await rolldown({
  input: join(root, 'packages/connectors/src/print-databases.ts'),
  cwd: root,
  platform: 'node',
  external: /^(zod|pg|mysql2|libsql|@duckdb)/,
})
const folder = join(root, 'node_modules', '.cache', `sightline-print-${process.pid}`)
const { output } = await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'print.mjs' })
const { printDatabases } = await import(pathToFileURL(join(folder, output[0].fileName)).href)
rmSync(folder, { recursive: true, force: true })

const old = readFileSync(page, 'utf8')
const start = old.indexOf('## Kinds of databases')
writeFileSync(page, `${start < 0 ? `${old.trimEnd()}\n\n` : old.slice(0, start)}${printDatabases()}`)
