import { marksOf, type Marks as ShownMarks } from '../../../controls/dataset.ts'

/** What stands in the JSON text `extra` of a dataset, a column or a metric for people to read, as fields hold it. */
export interface Marks {
  readonly certifiedBy: string
  readonly certificationDetails: string
  readonly warning: string
}

type Json = Readonly<Record<string, unknown>>

/** An empty text is an empty object; undefined is a text that is none. */
export const readJsonObject = (text: string | null | undefined): Json | undefined => {
  if (text === null || text === undefined || text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
  } catch {
    return undefined
  }
}

export const readMarks = (extra: string | null | undefined): Marks => {
  const { certifiedBy, certification, warning } = marksOf({ extra: extra ?? null })
  return { certifiedBy: certifiedBy ?? '', certificationDetails: certification ?? '', warning: warning ?? '' }
}

/** As they are shown. */
export const shownMarks = ({ certifiedBy, certificationDetails, warning }: Marks): ShownMarks => ({
  certifiedBy: certifiedBy || undefined,
  certification: certificationDetails || undefined,
  warning: warning || undefined,
})

/** A text with some of its members changed; those that become empty go, the others stay as they were. */
export const withMembers = (extra: string | null, members: Json): string | null => {
  const next: Record<string, unknown> = { ...readJsonObject(extra) }
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined || value === '' || value === false) delete next[name]
    else next[name] = value
  }
  return Object.keys(next).length === 0 ? null : JSON.stringify(next, null, 2)
}

const isSame = (one: Marks, other: Marks): boolean =>
  one.certifiedBy === other.certifiedBy && one.certificationDetails === other.certificationDetails && one.warning === other.warning

/** The text with these marks. What was written by others beside them is kept; unchanged marks leave the text untouched. */
export const writeMarks = (extra: string | null, marks: Marks): string | null => {
  if (isSame(readMarks(extra), marks)) return extra
  const isCertified = marks.certifiedBy !== '' || marks.certificationDetails !== ''
  return withMembers(extra, {
    certification: isCertified ? { certified_by: marks.certifiedBy, details: marks.certificationDetails } : undefined,
    warning_markdown: marks.warning,
  })
}
