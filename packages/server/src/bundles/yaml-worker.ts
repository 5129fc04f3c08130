import { parentPort } from 'node:worker_threads'
import type { Document } from './documents.ts'
import { printYaml, readYaml } from './yaml-text.ts'

export type YamlOrder = { readonly read: string } | { readonly print: string }

/** Reads and prints YAML that would take longer than a turn of the event loop may. Documents travel as JSON, which is quick on the other side. */
parentPort!.on('message', (order: YamlOrder) => {
  if ('print' in order) return parentPort!.postMessage(printYaml(JSON.parse(order.print) as Document))
  const value = readYaml(order.read)
  parentPort!.postMessage(value === null ? null : JSON.stringify(value))
})
