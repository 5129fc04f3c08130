import { frameOf, kindNumbers, nameOf, ok, printCell, printFrameRows, showStatement, type Dialect, type Result, type Table } from '@sightline/core'
import { grainChoices } from '../datasets/grain-names.ts'
import { kindNumberOf } from '../datasets/kind-of-type.ts'
import type { LoadedDataset } from '../datasets/load-dataset.ts'
import type { Deps } from '../deps.ts'
import { Refusal, unwrap } from '../http/problem.ts'
import { printPieces } from './print-pieces.ts'
import type { ChartDataAnswer } from './run-chart-data.ts'
import type { RanQuery } from './run-query.ts'

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8')

/** `{"result": […]}` as bytes. What is costly about an answer is printed once and kept beside its rows in the cache. */
export async function printAnswers(deps: Deps, answers: readonly ChartDataAnswer[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [bytesOf('{"result":[')]
  for (const [at, answer] of answers.entries()) {
    if (at > 0) parts.push(bytesOf(','))
    parts.push(...(await printAnswer(deps, answer)))
  }
  parts.push(bytesOf(']}'))
  return Buffer.concat(parts)
}

async function printAnswer(deps: Deps, answer: ChartDataAnswer): Promise<readonly Uint8Array[]> {
  switch (answer.kind) {
    case 'statement':
      return [bytesOf(JSON.stringify({ language: 'sql', query: showStatement(answer.prepared.statement, answer.prepared.dialect) }))]
    case 'columns':
      return [
        bytesOf(
          JSON.stringify({
            data: answer.loaded.columns.map((column) => ({ column_name: column.column_name, verbose_name: column.verbose_name, dtype: columnTypeOf(column) })),
          }),
        ),
      ]
    case 'grains': {
      const { dialect } = unwrap(await deps.queries.connectorOf(answer.loaded.database.id))
      return [bytesOf(JSON.stringify({ data: grainsOf(dialect) }))]
    }
    case 'rows': {
      const { rows, facts } = await printRows(answer.ran, answer.loaded)
      const head = answer.resultType === 'results' ? '{' : `{${printHead(answer).slice(1, -1)},`
      return [bytesOf(head), facts, bytesOf(',"data":'), rows, bytesOf('}')]
    }
  }
}

/** This list knows no booleans: they count as texts in it. */
const columnTypeOf = (column: LoadedDataset['columns'][number]): number => {
  const kind = kindNumberOf(column)
  return kind === kindNumbers.numeric || kind === kindNumbers.temporal ? kind : kindNumbers.string
}

const grainsOf = (dialect: Dialect) => grainChoices(dialect).map(([duration, name]) => ({ name, function: dialect.grains[duration]!('{col}'), duration }))

/** What changes from call to call, or is small. */
export function printHead({ ran, cacheTimeout, annotations }: Extract<ChartDataAnswer, { kind: 'rows' }>): string {
  const { plan, cached } = ran
  const statements = [ran.statement, ...ran.otherStatements].map((statement) => showStatement(statement, ran.dialect))
  return JSON.stringify({
    cache_key: cached.key,
    cached_dttm: cached.cachedAt?.toISOString().slice(0, 19) ?? null,
    cache_timeout: cacheTimeout,
    applied_template_filters: ran.appliedTemplateFilters,
    annotation_data: annotations,
    error: null,
    is_cached: cached.cachedAt ? true : null,
    query: statements.length === 1 ? statements[0] : `${statements.join(';\n\n')};`,
    status: 'success',
    stacktrace: null,
    from_dttm: plan.range.since?.getTime() ?? null,
    to_dttm: plan.range.until?.getTime() ?? null,
    result_format: 'json',
    applied_filters: plan.appliedFilters.map((column) => ({ column })),
    rejected_filters: plan.rejectedFilters,
  })
}

/** The rows and what is said about their columns, from the cache if they were printed before. */
async function printRows(ran: RanQuery, loaded: LoadedDataset): Promise<{ readonly rows: Uint8Array; readonly facts: Uint8Array }> {
  const [rowsName, factsName] = [`rows ${ran.shape}`, `facts ${ran.shape}`]
  const [knownRows, knownFacts] = [ran.cached.attachment(rowsName), ran.cached.attachment(factsName)]
  if (knownRows && knownFacts) return { rows: knownRows, facts: knownFacts }
  const table = finalTable(ran)
  if (!table.ok) throw new Refusal(400, `Error: ${table.problem.message}`)
  const frame = frameOf(table.value)
  const rows = await printPieces(printFrameRows(frame))
  const facts = bytesOf(printFacts(table.value, ran.cached.frame.length, loaded))
  ran.cached.attach(rowsName, rows)
  ran.cached.attach(factsName, facts)
  return { rows, facts }
}

/** A result without rows says nothing about columns. */
export function finalTable(ran: RanQuery): Result<Table> {
  const table = ran.table()
  return table.ok && table.value.length === 0 ? ok({ index: [], numbers: [], columns: [], length: 0 }) : table
}

function printFacts({ columns, index, numbers, length }: Table, sqlRows: number, loaded: LoadedDataset): string {
  const times = new Set(loaded.columns.filter(({ is_dttm }) => is_dttm).map(({ column_name }) => column_name))
  const typeOf = (column: (typeof columns)[number]): number => {
    if (times.has(nameOf(column))) return kindNumbers.temporal
    return !column.isComputed && column.values.every((cell) => cell === null) ? kindNumbers.string : kindNumbers[column.kind]
  }
  const [onlyIndex] = index
  const labels = index.length === 0 ? numbers : index.length === 1 ? onlyIndex!.values : numbers.map((_, row) => index.map(({ values }) => values[row]!))
  const facts = JSON.stringify({
    rowcount: length,
    sql_rowcount: sqlRows,
    label_map: Object.fromEntries(columns.map((column) => [nameOf(column), column.parts])),
    colnames: columns.map(nameOf),
    coltypes: columns.map(typeOf),
  })
  return `${facts.slice(1, -1)},"indexnames":[${labels.map(printCell).join(',')}]`
}
