import type { AffectedChartsBody, LostName } from '@sightline/contract'
import type { NamesInChart } from './names-in-chart.ts'

interface Part {
  readonly id: number
  readonly name: string
  readonly expression: string | null
}
export interface KnownParts {
  readonly columns: readonly Part[]
  readonly metrics: readonly Part[]
}
interface Proposed {
  readonly id?: number | undefined
  readonly name: string
  readonly expression?: string | null | undefined
}

type Loss = Pick<LostName, 'kind' | 'name' | 'new_name'>

export interface Losses {
  readonly lost: readonly Loss[]
  /** For each saved metric or calculated column that stays: which lost names its expression mentions. */
  readonly through: { readonly columns: ReadonlyMap<string, readonly Loss[]>; readonly metrics: ReadonlyMap<string, readonly Loss[]> }
}

/** The names that are there now and would not be after the change, and what is built upon them. */
export function lossesOf(known: KnownParts, body: AffectedChartsBody): Losses {
  const columns = body.columns?.map(({ id, column_name, expression }) => ({ id, name: column_name, expression })) ?? known.columns
  const metrics = body.metrics?.map(({ id, metric_name, expression }) => ({ id, name: metric_name, expression })) ?? known.metrics
  const lostColumns = lostOf('column', known.columns, columns)
  return {
    lost: [...lostColumns, ...lostOf('metric', known.metrics, metrics)],
    through: { columns: mentions(known.columns, columns, lostColumns), metrics: mentions(known.metrics, metrics, lostColumns) },
  }
}

function lostOf(kind: Loss['kind'], known: readonly Part[], proposed: readonly Proposed[]): Loss[] {
  const names = new Set(proposed.map(({ name }) => name))
  const renamed = new Map(proposed.flatMap(({ id, name }) => (id === undefined ? [] : [[id, name] as const])))
  return known.filter(({ name }) => !names.has(name)).map(({ id, name }) => ({ kind, name, new_name: renamed.get(id) ?? null }))
}

/** An expression that is sent is the one that counts: whoever renames a column and mends the metric breaks nothing. */
function mentions(known: readonly Part[], proposed: readonly Proposed[], lost: readonly Loss[]): Map<string, readonly Loss[]> {
  const found = new Map<string, readonly Loss[]>()
  for (const part of proposed) {
    const stored = known.find(({ id, name }) => (part.id === undefined ? name === part.name : id === part.id))
    const words = wordsIn(part.expression === undefined ? (stored?.expression ?? null) : part.expression)
    const mentioned = words ? lost.filter(({ name }) => words.has(name)) : []
    if (mentioned.length > 0) found.set(part.name, mentioned)
  }
  return found
}

/** Which of the lost names a chart uses, each once; what it names itself comes before what it uses through something else. */
export function lostIn(chart: NamesInChart, { lost, through }: Losses): readonly LostName[] {
  const texts = chart.sql.flatMap((text) => wordsIn(text) ?? [])
  // SQL reaches a saved metric through the macro of that name only.
  const macros = chart.sql.filter((text) => /\bmetric\s*\(/.test(text)).flatMap((text) => wordsIn(text) ?? [])
  const found = lost
    .filter(({ kind, name }) =>
      kind === 'column'
        ? chart.columns.has(name) || texts.some((words) => words.has(name))
        : chart.metrics.has(name) || macros.some((words) => words.has(name)),
    )
    .map((loss): LostName => ({ ...loss, through: null }))
  for (const [names, used] of [
    [through.metrics, chart.metrics],
    [through.columns, chart.columns],
  ] as const)
    for (const [by, losses] of names) {
      if (!used.has(by)) continue
      for (const loss of losses) if (!found.some(({ kind, name }) => kind === loss.kind && name === loss.name)) found.push({ ...loss, through: by })
    }
  return found
}

/** More names than so many are looked for faster by reading the settings. */
const mostNames = 20
/** JSON may write any other character in more than one way. */
const isPlainName = (name: string): boolean => /^[\w $.,:;()%*+=<>#@!?-]+$/.test(name)

/**
 * Tells by a look at its text that the settings of a chart name nothing of what is lost; most charts need not be read then. True means that they
 * may: they are read.
 */
export function mentionsOf({ lost, through }: Losses): (settings: string | null) => boolean {
  const names = [...new Set([...lost.map(({ name }) => name), ...through.columns.keys(), ...through.metrics.keys()])]
  if (names.length > mostNames || !names.every(isPlainName)) return (settings) => settings !== null
  const anyName = new RegExp(names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|'), 'iu')
  // A plain letter that is written as a number stands for itself nowhere in the text.
  return (settings) => settings !== null && (anyName.test(settings) || /\\u00[0-7]/.test(settings))
}

interface Words {
  has(name: string): boolean
}

const word = /[\p{L}\p{N}_$]+/gu

/** The words of a piece of SQL. Databases fold the case of plain names, so case does not count. */
function wordsIn(text: string | null): Words | null {
  if (!text) return null
  const folded = text.toLowerCase()
  const plain = new Set(folded.match(word))
  return {
    has: (name) => {
      const wanted = name.toLowerCase()
      const [only] = wanted.match(word) ?? []
      // A name that is no plain word stands in quotes: finding it at all is enough.
      return only === wanted ? plain.has(wanted) : folded.includes(wanted)
    },
  }
}
