import type { Connector, Driver, Surroundings } from '@sightline/connectors'
import { fail, ok, type Result } from '@sightline/core'
import { openTunnel, type TunnelSettings } from '../tunnels/tunnel.ts'
import { hasServer } from './database-facts.ts'

/** What belongs to a database beside its address. */
export interface ConnectionExtras {
  readonly serverCertificate?: string | null
  readonly mayWrite?: boolean
  readonly tunnel?: TunnelSettings | null
  /** Told the key of an SSH server that was not known before. */
  readonly onHostKey?: (key: string) => void
}

/** Opens a driver, through a tunnel where there is one; closing it closes the tunnel too. */
export async function openDriver(
  connector: Connector<unknown>,
  config: unknown,
  { serverCertificate, mayWrite, tunnel: settings, onHostKey }: ConnectionExtras,
  surroundings: Surroundings,
): Promise<Result<Driver>> {
  const own: Surroundings = { ...surroundings, ...(serverCertificate ? { serverCertificate } : {}), ...(mayWrite === undefined ? {} : { mayWrite }) }
  if (!settings || !hasServer(connector)) return ok(await connector.open(config, own))
  const target = config as { readonly host: string; readonly port: number }
  const tunnel = await openTunnel(settings, { host: target.host, port: target.port }, surroundings.log)
  if (!tunnel.ok) return fail(tunnel.problem)
  const { port, hostKey, failure, close } = tunnel.value
  if (settings.hostKey === null) onHostKey?.(hostKey)
  let driver: Driver
  try {
    driver = await connector.open({ ...target, host: '127.0.0.1', port }, { ...own, serverName: target.host })
  } catch (error) {
    await close()
    throw error
  }
  return ok({
    ...driver,
    test: async (signal) => {
      const answer = await driver.test(signal)
      // The driver only sees that the near end hung up; the tunnel knows why.
      const reason = failure()
      return answer.ok || reason === null ? answer : fail(reason)
    },
    close: async () => {
      await driver.close()
      await close()
    },
  })
}
