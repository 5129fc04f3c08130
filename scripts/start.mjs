#!/usr/bin/env node
// The one command: installs, builds and runs `sightline` with the given arguments; without a command it serves.
import { build, checkNode, install, root } from './prepare.mjs'

checkNode()
install({ dev: false })
build()
const [first, ...rest] = process.argv.slice(2)
const args =
  first === undefined || (first.startsWith('-') && first !== '--help' && first !== '-h')
    ? ['serve', ...(first === undefined ? [] : [first]), ...rest]
    : [first, ...rest]
process.argv = [process.argv[0], `${root}packages/server/dist/cli.js`, ...args]
await import(`${root}packages/server/dist/cli.js`)
