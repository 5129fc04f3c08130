import { fail, ok, type FrameColumn, type Result, type Statement } from '@sightline/core'
import { problemOfAbort } from '../aborted.ts'
import type { Driver, RowStream, RunOptions, Session, SessionOptions, Surroundings } from '../connector.ts'
import { readRows, succeeds } from '../read-rows.ts'
import { describeTable, estimateRows, listSchemas, listTables } from './catalog.ts'
import type { MysqlConfig } from './config.ts'
import { ask, Connections, type Connection, type Lease } from './connections.ts'
import { refusalOf } from './guard.ts'
import { loadTable } from './load.ts'
import { engineName, problemOf, refusal } from './problems.ts'
import { readStatement, type Ended } from './read-statement.ts'
import { columnOf, type Field } from './types.ts'

export function openDriver(config: MysqlConfig, surroundings: Surroundings): Driver {
  const connections = new Connections(config, surroundings)

  async function begin(options: SessionOptions): Promise<Result<Lease>> {
    if (options.signal.aborted) return fail(problemOfAbort(options.signal, engineName))
    try {
      const lease = await connections.take(options.signal, async (connection) => {
        if (options.schema) await connections.use(connection, options.schema)
        await ask(connection, options.readOnly ? 'START TRANSACTION READ ONLY' : 'START TRANSACTION')
      })
      return ok(lease)
    } catch (error) {
      return fail(options.signal.aborted ? problemOfAbort(options.signal, engineName) : problemOf(error, config))
    }
  }

  const refuseWrites = (statement: Statement, { readOnly }: Pick<RunOptions, 'readOnly'>): string | null => (readOnly ? refusalOf(statement.sql) : null)

  async function stream(statement: Statement, options: RunOptions): Promise<Result<RowStream>> {
    const refused = refuseWrites(statement, options)
    if (refused !== null) return fail(refusal(refused))
    const lease = await begin(options)
    if (!lease.ok) return lease
    const { connection, giveBack, discard } = lease.value
    const end = async (how: Ended): Promise<void> => {
      if (how === 'lost') return discard()
      if (how === 'well' && !options.readOnly) await ask(connection, 'COMMIT')
      // Nobody waits for the connection to be made ready for the next.
      void giveBack()
    }
    return readStatement(connections, connection, statement, options, (error) => problemOf(error, config, statement.sql), end)
  }

  async function describe(statement: Statement, options: RunOptions): Promise<Result<readonly FrameColumn[]>> {
    const lease = await begin({ ...options, readOnly: true })
    if (!lease.ok) return lease
    try {
      return ok((await fieldsOf(lease.value.connection, statement.sql)).map(columnOf))
    } catch (error) {
      return fail(problemOf(error, config, statement.sql))
    } finally {
      void lease.value.giveBack()
    }
  }

  async function session(options: SessionOptions): Promise<Result<Session>> {
    const lease = await begin(options)
    if (!lease.ok) return lease
    const { connection, giveBack, discard } = lease.value
    let current: Promise<void> = Promise.resolve()
    let isClosed = false
    let isLost = false
    const closed = () => fail(refusal(isLost ? 'The connection of this session was lost.' : 'The session is closed.'))
    return ok({
      stream: async (statement, more) => {
        const refused = refuseWrites(statement, options)
        if (refused !== null) return fail(refusal(refused))
        await current
        if (isClosed || isLost) return closed()
        let done: () => void = () => undefined
        current = new Promise((resolve) => (done = resolve))
        return readStatement(
          connections,
          connection,
          statement,
          more,
          (error) => problemOf(error, config, statement.sql),
          (how) => {
            isLost = how === 'lost'
            done()
          },
        )
      },
      commit: async () => {
        await current
        if (isClosed || isLost) return closed()
        try {
          await ask(connection, 'COMMIT')
          await ask(connection, options.readOnly ? 'START TRANSACTION READ ONLY' : 'START TRANSACTION')
          return ok(undefined)
        } catch (error) {
          return fail(problemOf(error, config, 'COMMIT'))
        }
      },
      close: async () => {
        if (isClosed) return
        isClosed = true
        await current
        if (isLost) discard()
        else await giveBack()
      },
    })
  }

  const asker = (signal: AbortSignal) => (statement: Statement) => readRows(stream(statement, { signal, readOnly: true }))

  return {
    stream,
    describe,
    session,
    test: (signal) => succeeds(asker(signal)({ sql: 'SELECT 1', params: [] })),
    defaultSchema: async () => ok(config.database === '' ? null : config.database),
    schemas: (signal) => listSchemas(asker(signal)),
    tables: (schema, signal) => listTables(asker(signal), schema),
    table: (name, schema, signal) => describeTable(asker(signal), name, schema),
    rowEstimate: (name, schema, signal) => estimateRows(asker(signal), name, schema),
    load: async (table, columns, batches, options) => {
      const lease = await begin({ signal: options.signal, schema: options.schema ?? undefined, readOnly: false })
      if (!lease.ok) return lease
      try {
        return await loadTable(lease.value.connection, table, columns, batches, options, (error) =>
          options.signal.aborted ? problemOfAbort(options.signal, engineName) : problemOf(error, config, ''),
        )
      } finally {
        await lease.value.giveBack()
      }
    },
    close: async () => connections.close(),
  }
}

/** The server parses the statement and tells its columns; nothing runs. */
function fieldsOf(connection: Connection, sql: string): Promise<readonly Field[]> {
  return new Promise((resolve, reject) => {
    connection.prepare(sql, (error, prepared) => {
      if (error) return reject(error)
      const { columns } = prepared as unknown as { readonly columns: readonly Field[] }
      prepared.close()
      resolve(columns)
    })
  })
}
