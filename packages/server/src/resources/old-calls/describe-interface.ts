import { endpoints, printOpenApi } from '@sightline/contract'
import { setImmediate } from 'node:timers/promises'
import { version } from '../../version.ts'

const atOnce = 8
let described: Promise<string> | undefined

/** The interface as an OpenAPI document. It is the same for as long as the process lives, and is printed a few calls at a time so that others get their turn. */
export const describeInterface = (): Promise<string> => (described ??= print())

async function print(): Promise<string> {
  const paths: Record<string, object> = {}
  let frame: Readonly<Record<string, unknown>> = {}
  for (let at = 0; at < endpoints.length; at += atOnce) {
    frame = printOpenApi(version, endpoints.slice(at, at + atOnce))
    for (const [path, methods] of Object.entries(frame['paths'] as Record<string, object>)) paths[path] = { ...paths[path], ...methods }
    await setImmediate()
  }
  return JSON.stringify({ ...frame, paths })
}
