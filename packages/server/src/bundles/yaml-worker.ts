import { parentPort } from 'node:worker_threads'
import { isDocument, parseJson, printDocument, type Document } from './documents.ts'
import { printYaml, readYaml } from './yaml-text.ts'

export type YamlOrder = { readonly read: string } | { readonly print: string }

/** Reads and prints YAML that would take longer than a turn of the event loop may. Documents travel as JSON, which is quick on the other side. */
parentPort!.on('message', (order: YamlOrder) => {
  if ('print' in order) {
    const content = parseJson(order.print)
    return parentPort!.postMessage(printYaml(isDocument(content) ? content : ({} as Document)))
  }
  parentPort!.postMessage(printDocument(readYaml(order.read)))
})
