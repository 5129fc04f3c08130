import type { Connector, Driver, Surroundings } from '@sightline/connectors'
import { fail, ok, type Result } from '@sightline/core'
import { openRow } from '../databases/connection-uri.ts'
import { openDriver, type ConnectionExtras } from '../databases/open-driver.ts'
import type { Db } from '../db/store.ts'
import type { Secrets } from '../secrets.ts'
import { hideConnection, hideOpening } from './hide-connection.ts'
import { findTunnel, pinHostKey, settingsOfRow } from '../tunnels/stored-tunnel.ts'

interface OpenDriver {
  readonly opening: Promise<Result<{ readonly connector: Connector<unknown>; readonly driver: Driver }>>
  users: number
  lastUsed: number
}

export interface Drivers {
  get(databaseId: number): Promise<Result<{ readonly connector: Connector<unknown>; readonly driver: Driver }>>
  /** Like `get`, and the driver stays open until `release` is called. */
  hold(databaseId: number): Promise<Result<{ readonly connector: Connector<unknown>; readonly driver: Driver; release(): void }>>
  forget(databaseId: number): Promise<void>
  close(): Promise<void>
}

const notFound = { code: 'DATABASE_NOT_FOUND_ERROR' as const, message: 'The database was not found.' }

/** One driver per registered database, opened by its first use and closed after a while without any. */
export function createDrivers(
  deps: { readonly db: Db; readonly secrets: Secrets; readonly now: () => Date },
  surroundings: Surroundings,
  idleMilliseconds: number,
): Drivers {
  const open = new Map<number, OpenDriver>()
  const time = (): number => deps.now().getTime()

  const closeIdle = (): void => {
    for (const [id, entry] of open) {
      if (entry.users > 0 || time() - entry.lastUsed < idleMilliseconds) continue
      open.delete(id)
      void closeEntry(entry)
    }
  }
  const timer = setInterval(closeIdle, Math.min(idleMilliseconds, 30_000))
  timer.unref()

  async function begin(databaseId: number): Promise<Result<{ connector: Connector<unknown>; driver: Driver }>> {
    const row = await deps.db
      .selectFrom('databases')
      .select(['uri', 'password', 'server_cert', 'allow_dml', 'allow_ctas', 'allow_cvas', 'allow_file_upload'])
      .where('id', '=', databaseId)
      .executeTakeFirst()
    if (!row) return fail(notFound)
    const opened = openRow(row, deps.secrets)
    if (!opened.ok) return opened
    const { connector, config } = opened.value
    const tunnel = await findTunnel(deps.db, databaseId)
    const extras: ConnectionExtras = {
      serverCertificate: row.server_cert,
      mayWrite: row.allow_dml || row.allow_ctas || row.allow_cvas || row.allow_file_upload,
      tunnel: tunnel ? settingsOfRow(tunnel, deps.secrets) : null,
      onHostKey: (key) => void pinHostKey(deps.db, databaseId, key).catch((error: Error) => surroundings.log(error.message)),
    }
    const driver = hideOpening(await openDriver(connector, config, extras, surroundings), surroundings.log)
    return driver.ok ? ok({ connector, driver: hideConnection(driver.value, surroundings.log) }) : driver
  }

  function entryOf(databaseId: number): OpenDriver {
    const known = open.get(databaseId)
    if (known) {
      known.lastUsed = time()
      return known
    }
    const entry: OpenDriver = { opening: begin(databaseId), users: 0, lastUsed: time() }
    open.set(databaseId, entry)
    // A failed opening is not kept: the next use tries again.
    const dropFailed = (isOpen: boolean): void => {
      if (!isOpen && open.get(databaseId) === entry) open.delete(databaseId)
    }
    entry.opening.then(
      ({ ok: isOpen }) => dropFailed(isOpen),
      () => dropFailed(false),
    )
    return entry
  }

  return {
    get: (databaseId) => entryOf(databaseId).opening,
    hold: async (databaseId) => {
      const entry = entryOf(databaseId)
      entry.users++
      let isBack = false
      const release = (): void => {
        if (isBack) return
        isBack = true
        entry.users--
        entry.lastUsed = time()
      }
      try {
        const opened = await entry.opening
        if (opened.ok) return ok({ ...opened.value, release })
        release()
        return opened
      } catch (error) {
        release()
        throw error
      }
    },
    forget: async (databaseId) => {
      const entry = open.get(databaseId)
      if (!entry) return
      open.delete(databaseId)
      await closeEntry(entry)
    },
    close: async () => {
      clearInterval(timer)
      const entries = [...open.values()]
      open.clear()
      await Promise.all(entries.map(closeEntry))
    },
  }
}

async function closeEntry(entry: OpenDriver): Promise<void> {
  const opened = await entry.opening.catch(() => null)
  if (opened?.ok) await opened.value.driver.close()
}
