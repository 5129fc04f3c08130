// Prints openapi.json from the endpoint table of contract; with --check it only compares.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const built = `${root}node_modules/.sightline/contract.mjs`
const bundle = await rolldown({ input: `${root}packages/contract/src/index.ts`, platform: 'node', external: (id) => !/^[./]/.test(id) })
await bundle.write({ file: built, format: 'esm' })
const { printOpenApi } = await import(pathToFileURL(built).href)
rmSync(built)

const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
const text = `${JSON.stringify(printOpenApi(version), null, 2)}\n`
const file = `${root}openapi.json`
if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('openapi.json is out of date: run `npm run openapi` and look at the difference')
  process.exit(1)
}
