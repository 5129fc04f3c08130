// Development: the server restarts when its sources change, the pages come from Vite with hot reload on port 5173.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { createServer } from 'vite'
import { buildServer } from './build-server.mjs'
import { checkNode, install, root } from './prepare.mjs'

checkNode()
install({ dev: true })

let server
let isBusy = false
let isStale = false

async function restart() {
  if (isBusy) return void (isStale = true)
  isBusy = true
  try {
    await buildServer()
    if (server) {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
    }
    server = spawn(process.execPath, ['--enable-source-maps', `${root}packages/server/dist/cli.js`, 'serve', ...process.argv.slice(2)], { stdio: 'inherit' })
  } catch (error) {
    console.error(error)
  }
  isBusy = false
  if (isStale) {
    isStale = false
    await restart()
  }
}

let timer
for (const name of ['contract', 'core', 'connectors', 'charts', 'server']) {
  watch(`${root}packages/${name}/src`, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(restart, 150)
  })
}
await restart()
const pages = await createServer({ root: `${root}packages/web`, configFile: `${root}packages/web/vite.config.ts` })
await pages.listen()
pages.printUrls()
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    server?.kill('SIGTERM')
    void pages.close().then(() => process.exit(0))
  })
}
