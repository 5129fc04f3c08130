// Prints the settings part of docs/operations.md from the descriptions in packages/server/src/settings.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = `${root}docs/operations.md`

const bundle = await rolldown({ input: `${root}packages/server/src/print-settings.ts`, cwd: root, platform: 'node', external: /^zod/ })
const { output } = await bundle.generate({ format: 'esm' })
const { printSettings } = await import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`)

const old = readFileSync(page, 'utf8')
const start = old.indexOf('## Settings')
writeFileSync(page, `${start < 0 ? `${old.trimEnd()}\n\n` : old.slice(0, start)}${printSettings()}`)
