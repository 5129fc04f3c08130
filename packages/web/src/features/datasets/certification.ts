export interface Certification {
  readonly by: string
  readonly details: string | undefined
}

/** A dataset keeps its certification in the JSON text of `extra`; whatever else stands there is none. */
export const readCertification = (extra: string | null | undefined): Certification | undefined => {
  if (!extra) return undefined
  try {
    const found = (JSON.parse(extra) as { certification?: { certified_by?: unknown; details?: unknown } } | null)?.certification
    if (typeof found?.certified_by !== 'string' || found.certified_by === '') return undefined
    return { by: found.certified_by, details: typeof found.details === 'string' ? found.details : undefined }
  } catch {
    return undefined
  }
}
