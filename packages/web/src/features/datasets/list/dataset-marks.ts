export interface DatasetMarks {
  readonly certification: { readonly by: string; readonly details: string | undefined } | undefined
  /** What its owners warn about, as they wrote it. */
  readonly warning: string | undefined
}

const none: DatasetMarks = { certification: undefined, warning: undefined }

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

/** A dataset keeps its certification and its warning in the JSON text of `extra`; whatever else stands there is neither. */
export const readMarks = (extra: string | null | undefined): DatasetMarks => {
  if (!extra) return none
  try {
    const found = JSON.parse(extra) as { certification?: { certified_by?: unknown; details?: unknown } | null; warning_markdown?: unknown } | null
    const by = textIn(found?.certification?.certified_by)
    return {
      certification: by === undefined ? undefined : { by, details: textIn(found?.certification?.details) },
      warning: textIn(found?.warning_markdown),
    }
  } catch {
    return none
  }
}
