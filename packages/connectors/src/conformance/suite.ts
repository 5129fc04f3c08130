import { quoteName, type Cell, type Frame, type Statement } from '@sightline/core'
import type { Problem } from '@sightline/contract'
import { expect, test } from 'vitest'
import type { Ability, Connector, Driver, RunOptions, Session, Surroundings } from '../connector.ts'
import type { Place, Reached } from './place.ts'

/** One connector on one place: what the rows of the suite speak to. */
export interface Suite {
  readonly place: Place
  readonly connector: Connector<any>
  readonly surroundings: () => Surroundings
  readonly reached: () => Reached
  /** Opened once for all rows. */
  readonly driver: () => Driver
  readonly open: (uri: URL | string, more?: Partial<Surroundings>) => Promise<Driver>
  /** The schema that belongs to this run; undefined where the database has none. */
  readonly schema: string | undefined
  readonly quoted: (name: string) => string
  readonly placeholder: (index: number) => string
  /** A row of the suite. Where the connector lacks an ability the row is said to be not applicable, with the reason; there is no other way to skip. */
  readonly row: (needs: readonly Ability[], title: string, body: () => Promise<void>) => void
  readonly rows: (statement: Statement | string, options?: Partial<RunOptions>, on?: Driver) => Promise<Cell[][]>
  /** Runs statements that write, in the schema of this run. */
  readonly write: (...statements: readonly string[]) => Promise<void>
  readonly problemOf: (statement: Statement | string, options?: Partial<RunOptions>, on?: Driver) => Promise<Problem>
}

export const never = (): AbortSignal => new AbortController().signal

export function makeSuite(place: Place, connector: Connector<any>, surroundings: () => Surroundings, reached: () => Reached, driver: () => Driver): Suite {
  const schema = connector.lacks.schemas ? undefined : `suite ${process.pid} "ü"`
  const suite: Suite = {
    place,
    connector,
    surroundings,
    reached,
    driver,
    schema,
    open: async (uri, more = {}) => {
      const config = connector.fromUri(new URL(uri))
      if (!config.ok) throw new Error(config.problem.message)
      return connector.open(config.value, { ...surroundings(), ...more })
    },
    quoted: (name) => quoteName(name, connector.dialect),
    placeholder: connector.dialect.placeholder,
    row: (needs, title, body) => {
      const lacks = { ...place.lacks, ...connector.lacks }
      const lacking = needs.find((ability) => lacks[ability] !== undefined)
      if (lacking) process.stdout.write(`not applicable: ${place.id}: ${title}: ${lacks[lacking]}\n`)
      else test(title, body, place.patienceMilliseconds)
    },
    rows: async (statement, options = {}, on = driver()) => {
      const stream = await on.stream(asStatement(statement), { signal: never(), readOnly: true, ...options })
      return readAll(stream)
    },
    write: async (...statements) => {
      for (const sql of statements) await suite.rows(sql, { readOnly: false, schema })
    },
    problemOf: async (statement, options = {}, on = driver()) => {
      const stream = await on.stream(asStatement(statement), { signal: never(), readOnly: true, ...options })
      return problemIn(stream, asStatement(statement).sql)
    },
  }
  return suite
}

export const asStatement = (statement: Statement | string): Statement => (typeof statement === 'string' ? { sql: statement, params: [] } : statement)

async function readAll(stream: Awaited<ReturnType<Driver['stream']>>): Promise<Cell[][]> {
  const all: Cell[][] = []
  for await (const batch of valueOf(stream).batches) all.push(...rowsOf(batch))
  return all
}

export const rowsOf = (batch: Frame): Cell[][] => Array.from({ length: batch.length }, (_, row) => batch.values.map((cells) => cells[row]!))

export async function problemIn(stream: Awaited<ReturnType<Driver['stream']>>, sql: string): Promise<Problem> {
  if (!stream.ok) return stream.problem
  try {
    for await (const _ of stream.value.batches);
  } catch (error) {
    return (error as { problem: Problem }).problem
  }
  return expect.fail(`${sql} was not refused`)
}

/** The value of a result that must be one. */
export function valueOf<Value>(result: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: Problem }): Value {
  if (!result.ok) throw new Error(`${result.problem.code}: ${result.problem.message}`)
  return result.value
}

export const inSession = async (session: Session, sql: string): Promise<Cell[][]> => readAll(await session.stream({ sql, params: [] }, { signal: never() }))

/** Waits for a state; the test's own time limit ends a wait for one that never comes. */
export async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20))
}
