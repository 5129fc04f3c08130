// Builds the pages into packages/web/dist.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const web = fileURLToPath(new URL('../packages/web', import.meta.url))

export async function buildWeb() {
  await build({ root: web, configFile: `${web}/vite.config.ts`, logLevel: 'error' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb()
