import pg from 'pg'
import type { Surroundings } from '../connector.ts'
import { createGate } from '../gate.ts'
import type { PostgresConfig } from './config.ts'
import { cancellable } from './cancel-until.ts'
import { isLostConnection } from './problems.ts'
import { sslOf } from './ssl.ts'
import { TappedClient } from './tap-rows.ts'

const width = 16

export interface Begun {
  readonly signal: AbortSignal
  readonly readOnly: boolean
  readonly schema?: string | undefined
}

/** A connection with its transaction begun. */
export interface Borrowed {
  readonly client: pg.PoolClient
  /** Keeps or undoes the work and gives the connection back, cleaned of everything that would outlive the transaction. */
  end(how: 'commit' | 'undo'): Promise<void>
  /** The connection is lost or of no more use. */
  drop(): void
}

export interface Connections {
  begin(options: Begun): Promise<Borrowed>
  /** Ends the running statement of a connection and not the connection. */
  cancel(client: pg.PoolClient): Promise<void>
  /** One question on a connection beside the pool, for when the one that asks is busy. */
  askAside<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<readonly Row[]>
  close(): Promise<void>
}

export function openConnections(config: PostgresConfig, surroundings: Surroundings): Connections {
  const connection: pg.ClientConfig = {
    host: config.host,
    port: config.port,
    database: config.database,
    user: config.username,
    // As a function: an empty text would be replaced by what the environment or a password file of the server holds.
    password: () => config.password ?? '',
    ssl: sslOf(config, surroundings),
    application_name: config.query?.['application_name'] ?? 'sightline',
    connectionTimeoutMillis: Number(config.query?.['connect_timeout'] ?? 10) * 1000,
    keepAlive: true,
    // Environment variables of the server process such as PGOPTIONS must not reach a user's connection.
    options: '-c DateStyle=ISO -c IntervalStyle=postgres -c TimeZone=UTC -c bytea_output=hex -c standard_conforming_strings=on -c extra_float_digits=1',
  }
  const idleTimeoutMillis = surroundings.idleMilliseconds ?? 30_000
  const pool = new pg.Pool({ ...connection, Client: TappedClient as never, max: width, idleTimeoutMillis, allowExitOnIdle: true, maxLifetimeSeconds: 3600 })
  // The pool's own line counts waiting as connecting and would call a busy pool a dead server: nobody waits there.
  const gate = createGate(width)
  pool.on('error', (error) => surroundings.log(`An idle PostgreSQL connection was lost: ${error.message}`))
  // A lost connection also fails the statement that uses it; without a listener it would end the program.
  pool.on('connect', (client) => client.on('error', () => undefined))

  /** A pooled connection may have died unseen: then a new one is tried, once per pooled connection. */
  async function begin(options: Begun): Promise<Borrowed> {
    const leave = await gate.pass(options.signal)
    const opening = beginningOf(options)
    for (let attempt = 0; ; attempt++) {
      let client: pg.PoolClient | null = null
      try {
        client = await pool.connect()
        await client.query(opening)
        return borrow(client, leave, options.signal)
      } catch (error) {
        client?.release(true)
        if (client && isLostConnection(error) && attempt < width) continue
        leave()
        throw error
      }
    }
  }

  function borrow(client: pg.PoolClient, leave: () => void, signal: AbortSignal): Borrowed {
    const giveBack = (isBroken: boolean): void => {
      client.release(isBroken)
      leave()
    }
    return {
      client,
      end: async (how) => {
        try {
          // What was put off until the end, such as checks and triggers, runs now and may take its time.
          if (how === 'commit') await cancellable(client, cancel, signal, () => client.query('COMMIT'))
          await client.query(how === 'commit' ? 'DISCARD ALL' : undoing)
        } catch (error) {
          giveBack(true)
          if (how === 'commit') throw error
          return
        }
        giveBack(false)
      },
      drop: () => giveBack(true),
    }
  }

  /** On a connection of its own, because the first is busy and the pool may be full. */
  async function aside<Answer>(work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
    const client = new pg.Client(connection)
    client.on('error', () => undefined)
    try {
      await client.connect()
      return await work(client)
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async function cancel(client: pg.PoolClient): Promise<void> {
    const { processID } = client as unknown as { readonly processID: number }
    try {
      await aside((second) => second.query('SELECT pg_cancel_backend($1)', [processID]))
    } catch (error) {
      surroundings.log(`A PostgreSQL statement could not be cancelled: ${(error as Error).message}`)
    }
  }

  return {
    begin,
    cancel,
    askAside: (text, values) => aside(async (client) => (await client.query(text, [...values])).rows as never),
    close: () => pool.end(),
  }
}

/** Settings are undone with the transaction; prepared statements and advisory locks would reach the next user of the connection. */
const undoing = 'ROLLBACK; DEALLOCATE ALL; SELECT pg_advisory_unlock_all()'

/** A read-only transaction that has read something cannot be made a writing one any more. */
export const beginningOf = ({ readOnly, schema }: Omit<Begun, 'signal'>): string =>
  `${readOnly ? 'BEGIN READ ONLY' : 'BEGIN'}${schema ? `; SET LOCAL search_path TO ${pg.escapeIdentifier(schema)}` : ''}${readOnly ? '; SELECT 1' : ''}`
