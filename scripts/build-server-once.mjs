// Before suites whose subjects start child processes and workers: those run built programs.
import { buildServer } from './build-server.mjs'

export const setup = buildServer
