import { fail, ok, splitStatements, type Caller, type Result } from '@sightline/core'
import type { Deps } from '../deps.ts'
import { closedTableProblem } from '../row-rules/closed-datasets.ts'
import { mayRun } from '../sqllab/may-run.ts'
import type { CallPlace } from './answer-call.ts'
import type { TemplateCall } from './templates.ts'

const refuse = (message: string) => fail({ code: 'INVALID_TEMPLATE_PARAMS_ERROR' as const, message })

/** The newest values of the columns a table is divided by. Only for tables the caller may read. */
export async function answerPartition(deps: Deps, caller: Caller, place: CallPlace, { name, args }: TemplateCall): Promise<Result<unknown>> {
  const given = args['table_name']
  const parts = typeof given === 'string' ? /^(?:([\w$]+)\.)?([\w$]+)$/.exec(given) : null
  if (!parts) return refuse(`${name}() needs the name of a table.`)
  const [, own, table] = parts
  const schema = own ?? place.schema
  const database = await deps.db.selectFrom('databases').selectAll().where('id', '=', place.databaseId).executeTakeFirst()
  const read = splitStatements(`SELECT * FROM ${given as string}`, place.dialect.id)
  const allowed = database && read ? await mayRun(deps, caller, database, place.dialect.id, place.schema, read) : refuse('There is no such database.')
  if (!allowed.ok) return allowed
  const closed = await closedTableProblem(deps, caller, place.databaseId, { table: table!, schema })
  if (closed) return fail(closed)
  const driver = await deps.queries.driverOf(place.databaseId)
  if (!driver.ok) return driver
  const described = await driver.value.table(table!, schema, place.signal)
  if (!described.ok) return described
  const { partitions } = described.value
  if (!partitions || partitions.columns.length === 0) return refuse(`Table ${given as string} is not partitioned.`)
  const values = partitions.columns.map((column) => textOf(partitions.latest[column]))
  switch (name) {
    case 'latest_partitions':
      return ok(values)
    case 'latest_sub_partition': {
      const field = partitions.columns.indexOf(String(args['field']))
      return field < 0 ? refuse(`${String(args['field'])} is no partition of ${given as string}.`) : ok(values[field])
    }
    case 'latest_partition':
      return partitions.columns.length === 1 ? ok(values[0]) : refuse(`Table ${given as string} has several partitions: use latest_sub_partition.`)
    default:
      return ok(values[0])
  }
}

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean | bigint)
}
