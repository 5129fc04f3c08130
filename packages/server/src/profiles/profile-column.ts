import type { ColumnProfile } from '@sightline/contract'
import { ok, type Cell, type Frame, type Result } from '@sightline/core'
import { fillSteps, grainFor, stepsBetween, stepsOfTime, type Steps } from './histogram.ts'
import { classOf, grainSql, mostTop, stepsSql, summarySql, topSql, type ColumnClass, type ProfiledColumn, type ProfileSource } from './profile-sql.ts'
import { momentOfCell, numberOf, showCell, showMoment } from './show-cell.ts'

/** Up to here counting exactly costs nothing worth an approximation. */
const fewRows = 100_000
const mostGroups = 2000

/** Runs a statement of ours as a query of the editor: access, row rules and limits are put in where any statement gets them. */
export type Ask = (sql: string, rows: number) => Promise<Result<Frame>>

type Bars = ColumnProfile['histogram']

/** What a column holds, as far as its database can compare values of its type. */
export async function profileColumn(source: ProfileSource, column: ProfiledColumn, rows: number | null, ask: Ask): Promise<Result<ColumnProfile>> {
  const isApproximate = source.dialect.approximateDistinct !== undefined && (rows === null || rows > fewRows)
  const own = classOf(column)
  // A type that its database cannot compare after all is looked at as text, and if that fails too, its values are counted.
  const ways = [...new Set<ColumnClass>([own, 'opaque', 'counted'])]
  let refused: Result<never> | undefined
  for (const what of ways) {
    const answer = await ask(summarySql(source, column.name, what, isApproximate), 1)
    if (!answer.ok) {
      if (!isAboutType(answer.problem.code)) return answer
      refused = answer
      continue
    }
    return finish(source, column, what, answer.value, isApproximate, ask)
  }
  return refused!
}

/** A database that says no to the statement, unlike one that is away, took too long or was told to stop. */
const isAboutType = (code: string): boolean => code === 'GENERIC_DB_ENGINE_ERROR' || code === 'SYNTAX_ERROR' || code === 'COLUMN_DOES_NOT_EXIST_ERROR'

async function finish(
  source: ProfileSource,
  column: ProfiledColumn,
  what: ColumnClass,
  summary: Frame,
  isApproximate: boolean,
  ask: Ask,
): Promise<Result<ColumnProfile>> {
  const cellOf = (name: string): Cell => {
    const index = summary.columns.findIndex((one) => one.name.toLowerCase() === name)
    return index < 0 ? null : (summary.values[index]?.[0] ?? null)
  }
  const rows = numberOf(cellOf('row_count')) ?? 0
  const filled = numberOf(cellOf('filled')) ?? 0
  const different = numberOf(cellOf('different'))
  const isMoment = what === 'temporal'
  const [least, most] = [cellOf('smallest'), cellOf('largest')]
  const base: ColumnProfile = {
    name: column.name,
    type: column.type,
    rows,
    looked_at: source.lookedAt,
    nulls: rows - filled,
    // An approximation may say more than there are values.
    distinct: different === null ? null : Math.min(different, filled),
    distinct_is_approximate: isApproximate && what !== 'counted',
    min: showCell(least, isMoment),
    max: showCell(most, isMoment),
    mean: numberOf(cellOf('mean')),
    top: [],
    histogram: [],
  }
  if (filled === 0 || what === 'counted') return ok(base)
  const top = await ask(topSql(source, column.name, what), mostTop)
  if (!top.ok) return top
  const [values = [], counts = []] = top.value.values
  const isTopMoment = top.value.columns[0]?.kind === 'temporal'
  const shown = {
    ...base,
    top: values.slice(0, mostTop).map((value, index) => ({ value: showCell(value, isTopMoment), rows: numberOf(counts[index] ?? null) ?? 0 })),
  }
  const bars =
    what === 'numeric' ? await barsOfNumbers(source, column, least, most, ask) : isMoment ? await barsOfTime(source, column, least, most, ask) : ok<Bars>([])
  return bars.ok ? ok({ ...shown, histogram: bars.value }) : bars
}

async function barsOfNumbers(source: ProfileSource, { name, type }: ProfiledColumn, least: Cell, most: Cell, ask: Ask): Promise<Result<Bars>> {
  const [from, to] = [numberOf(least), numberOf(most)]
  const steps = from === null || to === null ? null : stepsBetween(from, to, /int|serial/i.test(type) && Number.isInteger(from) && Number.isInteger(to))
  if (!steps) return ok([])
  const answer = await ask(stepsSql(source, name, steps.from, steps.width), mostGroups)
  if (!answer.ok) return answer
  const found = pairsOf(answer.value, numberOf).map(([step, rows]) => ({ step, rows }))
  return ok(barsOf(steps, found, (value) => value, to!))
}

async function barsOfTime(source: ProfileSource, { name }: ProfiledColumn, least: Cell, most: Cell, ask: Ask): Promise<Result<Bars>> {
  const [from, to] = [momentOfCell(least), momentOfCell(most)]
  const steps = from === null || to === null ? null : stepsOfTime(from, to)
  const grain = steps && grainFor(from!, to!, source.dialect.grains)
  if (!steps || !grain) return ok([])
  const answer = await ask(grainSql(source, name, grain), mostGroups)
  if (!answer.ok) return answer
  const found = pairsOf(answer.value, momentOfCell).map(([moment, rows]) => ({ step: (moment - steps.from) / steps.width, rows }))
  return ok(barsOf(steps, found, showMoment, to!))
}

const pairsOf = ({ values: [places = [], counts = []] }: Frame, read: (cell: Cell) => number | null): [number, number][] =>
  places.flatMap((cell, index): [number, number][] => {
    const place = read(cell)
    return place === null ? [] : [[place, numberOf(counts[index] ?? null) ?? 0]]
  })

const barsOf = (steps: Steps, found: readonly { step: number; rows: number }[], show: (value: number) => string | number, last: number): Bars =>
  fillSteps(steps, found).map((rows, index) => ({
    from: show(steps.from + index * steps.width),
    to: show(index === steps.count - 1 ? last : steps.from + (index + 1) * steps.width),
    rows,
  }))
