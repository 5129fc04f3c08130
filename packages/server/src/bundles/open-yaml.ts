import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { programPath } from '../programs.ts'
import { parseJson, printDocument, type Document } from './documents.ts'
import { printYaml, readYaml, type ReadYaml } from './yaml-text.ts'
import type { YamlOrder } from './yaml-worker.ts'

/** Texts up to this length are read and printed here; a worker costs more than they do. */
const longestHere = 24_000
const mostMilliseconds = 60_000
const mostMegabytes = 1024

interface Yaml {
  /** The document a text holds; a fault for one that holds none, or that cannot be read within the limits. */
  read(text: string): Promise<ReadYaml>
  print(content: Document): Promise<string>
  close(): Promise<void>
}

/** Reads or prints one file of a bundle after the other. A text that brings the worker down is unreadable, and the next one has a new worker. */
export function openYaml(): Yaml {
  let worker: Worker | null = null
  const end = async (): Promise<void> => {
    const gone = worker
    worker = null
    await gone?.terminate()
  }

  /** Undefined where the worker gave up. */
  async function ask(order: YamlOrder): Promise<string | null | undefined> {
    const limits = { maxOldGenerationSizeMb: mostMegabytes }
    const port = (worker ??= new Worker(programPath('yaml-worker'), { env: {}, argv: [], execArgv: [], resourceLimits: limits }))
    const answer = await new Promise<string | null | undefined>((settle) => {
      const finish = (value: string | null | undefined): void => {
        clearTimeout(timer)
        port.removeAllListeners()
        settle(value)
      }
      const timer = setTimeout(() => finish(undefined), mostMilliseconds)
      port.once('message', finish)
      port.once('error', () => finish(undefined))
      port.once('exit', () => finish(undefined))
      port.postMessage(order)
    })
    if (answer === undefined) await end()
    return answer
  }

  return {
    async read(text) {
      await turn()
      if (text.length <= longestHere) return readYaml(text)
      const answer = await ask({ read: text })
      return typeof answer === 'string' ? (parseJson(answer) as ReadYaml) : { fault: 'Not a valid YAML file' }
    },
    async print(content) {
      await turn()
      const json = printDocument(content)
      const answer = json.length <= longestHere ? printYaml(content) : await ask({ print: json })
      if (typeof answer !== 'string') throw new Error('A file of the bundle could not be printed.')
      return answer
    },
    close: end,
  }
}
