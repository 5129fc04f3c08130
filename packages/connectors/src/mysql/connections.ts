import { connect as openSocket } from 'node:net'
import { createConnection, type Connection, type ConnectionOptions } from 'mysql2'
import type { Surroundings } from '../connector.ts'
import { createGate } from '../gate.ts'
import type { MysqlConfig } from './config.ts'
import { isLostConnection } from './problems.ts'
import { sslOf } from './ssl.ts'

const mostConnections = 16

/** Set on every connection before a user's statement: times in UTC, and backslashes and quotes as our reading of statements takes them. */
const settings = `SET NAMES utf8mb4, time_zone = '+00:00', sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'`

export type { Connection }

/** A connection in somebody's hands. */
export interface Lease {
  readonly connection: Connection
  /** Undoes what is not committed, forgets what the user set, and lets the next one have it. */
  giveBack(): Promise<void>
  /** Its state is not known: it is closed instead. */
  discard(): void
}

const optionsOf = (config: MysqlConfig, surroundings: Surroundings): ConnectionOptions => {
  const ssl = sslOf(config, surroundings)
  const { serverName } = surroundings
  return {
    // Through a tunnel the address is this machine's, but the certificate bears the server's own name.
    host: serverName ?? config.host,
    ...(serverName ? { stream: () => openSocket(config.port, config.host) } : {}),
    port: config.port,
    user: config.username,
    password: config.password ?? '',
    ...(config.database === '' ? {} : { database: config.database }),
    ...(ssl ? { ssl } : {}),
    charset: 'utf8mb4',
    connectTimeout: Number(config.query?.['connect_timeout'] ?? 10) * 1000,
    enableKeepAlive: true,
    multipleStatements: false,
    // A server may ask for any file of ours by this; we never have one to give.
    flags: ['-LOCAL_FILES'],
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    rowsAsArray: true,
    maxPreparedStatements: 16,
  }
}

export const ask = (connection: Connection, sql: string): Promise<readonly unknown[][]> =>
  new Promise((resolve, reject) => {
    connection.query(sql, (error, rows) => (error ? reject(error) : resolve(rows as unknown as unknown[][])))
  })

const reset = (connection: Connection): Promise<void> =>
  new Promise((resolve, reject) => {
    // Forgets settings, variables, locks and temporary tables; the library's types do not know it.
    const forgetful = connection as Connection & { reset(done: (error: Error | null) => void): void }
    forgetful.reset((error) => (error ? reject(error) : resolve()))
  })

/** The connections of one database: at most so many, closed when idle, renewed when the server has gone and come back. */
export class Connections {
  readonly #config: MysqlConfig
  readonly #surroundings: Surroundings
  readonly #gate = createGate(mostConnections)
  readonly #free: { readonly connection: Connection; readonly timer: NodeJS.Timeout }[] = []
  readonly #all = new Set<Connection>()
  /** Those sent to a database that is not the address's own. */
  readonly #moved = new WeakSet<Connection>()
  #isClosed = false

  constructor(config: MysqlConfig, surroundings: Surroundings) {
    this.#config = config
    this.#surroundings = surroundings
  }

  /** A connection with `begin` done on it. A free one may have died unseen: then another is tried, at last a new one. */
  async take(signal: AbortSignal, begin: (connection: Connection) => Promise<void>): Promise<Lease> {
    const leave = await this.#gate.pass(signal)
    try {
      for (;;) {
        const idle = this.#free.pop()
        if (idle) clearTimeout(idle.timer)
        const connection = idle?.connection ?? (await this.connectNew(signal))
        try {
          await begin(connection)
          return this.#lease(connection, leave)
        } catch (error) {
          this.#close(connection)
          if (!idle || !isLostConnection(error)) throw error
        }
      }
    } catch (error) {
      leave()
      throw error
    }
  }

  /** Outside of the count: to end a statement when all connections are busy. */
  async connectNew(signal?: AbortSignal): Promise<Connection> {
    if (this.#isClosed) throw new Error('The connection is closed.')
    const connection = createConnection(optionsOf(this.#config, this.#surroundings))
    this.#all.add(connection)
    connection.on('error', () => this.#close(connection))
    const stop = (): void => this.#close(connection)
    signal?.addEventListener('abort', stop, { once: true })
    try {
      await new Promise<void>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
        connection.connect((error) => (error ? reject(error) : resolve()))
      })
      await ask(connection, settings)
      return connection
    } catch (error) {
      this.#close(connection)
      throw error
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  /** Sends a connection to a database, in which unqualified names are then looked up. */
  async use(connection: Connection, schema: string): Promise<void> {
    this.#moved.add(connection)
    await ask(connection, `USE ${quoted(schema)}`)
  }

  close(): void {
    this.#isClosed = true
    for (const { timer } of this.#free.splice(0)) clearTimeout(timer)
    for (const connection of this.#all) this.#close(connection)
  }

  end(connection: Connection): void {
    this.#close(connection)
  }

  #lease(connection: Connection, leave: () => void): Lease {
    let isBack = false
    const discard = (): void => {
      if (isBack) return
      isBack = true
      this.#close(connection)
      leave()
    }
    return {
      connection,
      discard,
      giveBack: async () => {
        if (isBack) return
        isBack = true
        try {
          await ask(connection, 'ROLLBACK')
          await reset(connection)
          await ask(connection, settings)
          const isMoved = this.#moved.delete(connection)
          if (isMoved && this.#config.database !== '') await ask(connection, `USE ${quoted(this.#config.database)}`)
          // Without a database of its own a connection cannot leave the one it was sent to.
          if (this.#isClosed || (isMoved && this.#config.database === '')) this.#close(connection)
          else this.#keep(connection)
        } catch {
          this.#close(connection)
        } finally {
          leave()
        }
      },
    }
  }

  #keep(connection: Connection): void {
    const timer = setTimeout(() => this.#close(connection), this.#surroundings.idleMilliseconds ?? 30_000)
    timer.unref()
    this.#free.push({ connection, timer })
  }

  #close(connection: Connection): void {
    this.#all.delete(connection)
    const at = this.#free.findIndex((one) => one.connection === connection)
    if (at >= 0) clearTimeout(this.#free.splice(at, 1)[0]!.timer)
    connection.destroy()
  }
}

export const quoted = (name: string): string => `\`${name.replaceAll('\0', '').replaceAll('`', '``')}\``
