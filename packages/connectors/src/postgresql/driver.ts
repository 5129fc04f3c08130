import { fail, ok, type FrameColumn, type Result, type Statement } from '@sightline/core'
import type pg from 'pg'
import { problemOfAbort } from '../aborted.ts'
import type { Driver, RowStream, RunOptions, Surroundings } from '../connector.ts'
import { readRows, succeeds } from '../read-rows.ts'
import { cancellable } from './cancel-until.ts'
import { describeTable, estimateRows, listSchemas, listTables } from './catalog.ts'
import type { PostgresConfig } from './config.ts'
import { openConnections, type Begun, type Borrowed } from './connections.ts'
import { describeQuery } from './describe-query.ts'
import { costsOf } from './estimate.ts'
import { loadRows } from './load.ts'
import { engineName, problemOf, refusal } from './problems.ts'
import { endsTransaction, readStatement } from './read-statement.ts'
import { openSession } from './session.ts'
import { createTypeNames } from './types.ts'

export function openDriver(config: PostgresConfig, surroundings: Surroundings): Driver {
  const connections = openConnections(config, surroundings)
  const typeNames = createTypeNames((ids) =>
    connections.askAside<{ id: number; name: string; isList: boolean }>(
      `SELECT oid::int8::int4 AS id, format_type(oid, NULL) AS name, typcategory = 'A' AS "isList" FROM pg_catalog.pg_type WHERE oid = ANY ($1::oid[])`,
      [ids],
    ),
  )

  async function begin(options: Begun): Promise<Result<Borrowed>> {
    const { signal } = options
    if (signal.aborted) return fail(problemOfAbort(signal, engineName))
    try {
      const borrowed = await connections.begin(options)
      if (!signal.aborted) return ok(borrowed)
      // It was stopped while it waited for its connection: it does not begin.
      await borrowed.end('undo')
      return fail(problemOfAbort(signal, engineName))
    } catch (error) {
      return fail(signal.aborted ? problemOfAbort(signal, engineName) : problemOf(error, config))
    }
  }

  async function stream(statement: Statement, options: RunOptions): Promise<Result<RowStream>> {
    const begun = await begin(options)
    if (!begun.ok) return begun
    const { client, end, drop } = begun.value
    return readStatement(client, statement, {
      signal: options.signal,
      maxRows: options.maxRows,
      typeNames,
      cancel: connections.cancel,
      problemOf: (error) => problemOf(error, config, statement.sql),
      refuse: (command) => (options.readOnly && endsTransaction(command) ? refusal('The transaction of a read-only statement cannot be ended.') : null),
      // Read-only work is always undone: settings made by a function call must not reach the next user of the connection.
      onEnd: async (ending) => (ending === 'lost' ? drop() : end(ending === 'done' && !options.readOnly ? 'commit' : 'undo')),
    })
  }

  const rowsOf = (statement: Statement, signal: AbortSignal) => readRows(stream(statement, { signal, readOnly: true }))

  async function describe(statement: Statement, options: RunOptions): Promise<Result<readonly FrameColumn[]>> {
    const begun = await begin({ ...options, readOnly: true })
    if (!begun.ok) return begun
    const { client, end } = begun.value
    try {
      // To parse a statement the server takes locks, for which it may have to wait.
      const fields = await cancellable(client, connections.cancel, options.signal, () => describeQuery(client as unknown as pg.Client, statement.sql))
      return ok(await typeNames.columnsOf(fields))
    } catch (error) {
      return fail(options.signal.aborted ? problemOfAbort(options.signal, engineName) : problemOf(error, config, statement.sql))
    } finally {
      await end('undo')
    }
  }

  return {
    stream,
    describe,
    test: (signal) => succeeds(rowsOf({ sql: 'SELECT 1', params: [] }, signal)),
    defaultSchema: async (signal) => {
      const rows = await rowsOf({ sql: 'SELECT current_schema()', params: [] }, signal)
      return rows.ok ? ok((rows.value[0]?.[0] as string | null | undefined) ?? null) : rows
    },
    schemas: (signal) => listSchemas((statement) => rowsOf(statement, signal)),
    tables: (schema, signal) => listTables((statement) => rowsOf(statement, signal), schema),
    table: (name, schema, signal) => describeTable((statement) => rowsOf(statement, signal), name, schema),
    rowEstimate: (name, schema, signal) => estimateRows((statement) => rowsOf(statement, signal), name, schema),
    // With an option in brackets no word of the statement can be read as one, such as ANALYZE, which would run it.
    costEstimate: async ({ sql, params }, options) =>
      costsOf(await readRows(stream({ sql: `EXPLAIN (FORMAT TEXT) ${sql}`, params }, { ...options, readOnly: true, maxRows: 1 }))),
    session: async (options) => {
      const begun = await begin(options)
      return begun.ok ? ok(openSession(begun.value, options, connections, typeNames, config)) : begun
    },
    load: (table, columns, batches, options) => loadRows(connections, config, table, columns, batches, options),
    close: () => connections.close(),
  }
}
