import type { Driver } from '@sightline/connectors'
import { fail, type Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { openUri, type ConnectionUri } from './connection-uri.ts'
import type { ConnectionExtras } from './open-driver.ts'

const limit = 30_000

/** Connects once and looks at the schemas; nothing is stored. Ends by itself after 30 seconds. */
export async function tryConnection(
  { queries }: Pick<Deps, 'queries'>,
  uri: ConnectionUri,
  signal: AbortSignal,
  extras: ConnectionExtras = {},
): Promise<Result<readonly string[]>> {
  const opened = openUri(uri)
  if (!opened.ok) return opened
  const timeout = AbortSignal.timeout(limit)
  const either = AbortSignal.any([signal, timeout])
  const look = async (driver: Driver): Promise<Result<readonly string[]>> => {
    const tested = await driver.test(either)
    return tested.ok ? driver.schemas(either) : tested
  }
  const result = await queries.tryOut(opened.value.connector, opened.value.config, look, extras)
  if (!result.ok && timeout.aborted)
    return fail({
      code: 'CONNECTION_DATABASE_TIMEOUT',
      message: 'Please check your connection details and database settings, and ensure that your database is accepting connections, then try connecting again.',
      extra: { engine_name: opened.value.connector.name },
    })
  return result
}
