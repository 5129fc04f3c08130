import { formatCount, t, tCount } from '../../../words/words.ts'
import type { TableKey, TableRow } from './queries.ts'

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

export interface RowsKnown {
  /** Undefined while nobody has counted. */
  readonly counted: number | null | undefined
  readonly estimate: number | null | undefined
}

/** "1 key · 2 indexes · about 1.9M rows", part by part. */
export function sizeParts(keys: readonly TableKey[], { counted, estimate }: RowsKnown): readonly string[] {
  const indexes = keys.filter(({ type }) => type === 'index').length
  const own = keys.length - indexes
  const parts: string[] = []
  if (own > 0) parts.push(tCount('sqlside.keyCount', own))
  if (indexes > 0) parts.push(tCount('sqlside.indexCount', indexes))
  if (typeof counted === 'number') parts.push(tCount('sqlside.rowCount', counted))
  else if (typeof estimate === 'number') parts.push(t('sqlside.aboutRows', { count: estimate < 10_000 ? formatCount(estimate) : compact.format(estimate) }))
  return parts
}

/** "ds=2026-01-01/hour=3" */
export const partsOf = (latest: Readonly<Record<string, unknown>>): string =>
  Object.entries(latest)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join('/')

/** What the dataset over a table says about it. */
export function describeMark(mark: TableRow['extra']): { readonly certified: string | undefined; readonly warning: string | undefined } {
  const certification = mark?.certification
  const by = certification?.certified_by
  const certified = certification
    ? [by ? t('sqlside.certified', { by }) : t('sqlside.certifiedPlain'), certification.details].filter((part) => part).join('\n')
    : undefined
  return { certified, warning: mark?.warning_markdown || undefined }
}
