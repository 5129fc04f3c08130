import { ProblemError, type Driver, type RowStream, type Session } from '@sightline/connectors'
import type { Problem } from '@sightline/contract'
import { fail, ok, type Result } from '@sightline/core'

/** Where a registered database is and who signs in to it is told to those who set it up, when they try the connection; to nobody else. */
function hide(problem: Problem, log: (message: string) => void): Problem {
  if (!problem.code.startsWith('CONNECTION_')) return problem
  log(`A database could not be reached: ${problem.message}`)
  const engine = problem.extra?.['engine_name']
  return {
    code: problem.code,
    message: 'The database cannot be reached. An administrator can test its connection.',
    ...(problem.level ? { level: problem.level } : {}),
    ...(problem.status ? { status: problem.status } : {}),
    extra: engine === undefined ? {} : { engine_name: engine },
  }
}

/** A driver whose problems do not tell where its database is. */
export function hideConnection(driver: Driver, log: (message: string) => void): Driver {
  const quiet = <Value>(result: Result<Value>): Result<Value> => (result.ok ? result : fail(hide(result.problem, log)))
  const wrap =
    <Args extends unknown[], Value>(ask: (...args: Args) => Promise<Result<Value>>) =>
    async (...args: Args): Promise<Result<Value>> =>
      quiet(await ask(...args))
  async function* quietly<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    try {
      yield* items
    } catch (error) {
      throw error instanceof ProblemError ? new ProblemError(hide(error.problem, log)) : error
    }
  }
  const rows = (result: Result<RowStream>): Result<RowStream> => {
    if (!result.ok) return quiet(result)
    const { columns, batches, packed } = result.value
    return ok({ columns, batches: quietly(batches), ...(packed ? { packed: { ...packed, batches: quietly(packed.batches) } } : {}) })
  }
  const session = (inner: Session): Session => ({
    stream: async (statement, options) => rows(await inner.stream(statement, options)),
    commit: wrap(() => inner.commit()),
    close: () => inner.close(),
  })
  return {
    ...driver,
    test: wrap(driver.test),
    stream: async (statement, options) => rows(await driver.stream(statement, options)),
    describe: wrap(driver.describe),
    defaultSchema: wrap(driver.defaultSchema),
    schemas: wrap(driver.schemas),
    tables: wrap(driver.tables),
    table: wrap(driver.table),
    session: async (options) => {
      const opened = await driver.session(options)
      return opened.ok ? ok(session(opened.value)) : quiet(opened)
    },
    ...(driver.catalogs ? { catalogs: wrap(driver.catalogs) } : {}),
    ...(driver.rowEstimate ? { rowEstimate: wrap(driver.rowEstimate) } : {}),
    ...(driver.costEstimate ? { costEstimate: wrap(driver.costEstimate) } : {}),
    ...(driver.load ? { load: wrap(driver.load) } : {}),
  }
}

/** The same for a driver that could not be opened at all, as when a tunnel leads nowhere. */
export const hideOpening = <Value>(result: Result<Value>, log: (message: string) => void): Result<Value> =>
  result.ok ? result : fail(hide(result.problem, log))
