import type { UploadColumnType } from '@sightline/contract'
import type { Kind } from './frame.ts'

/** What a column of an uploaded file is, by the type it is loaded with. */
export const uploadKinds: Readonly<Record<UploadColumnType, Kind>> = {
  integer: 'numeric',
  decimal: 'numeric',
  double: 'numeric',
  string: 'string',
  boolean: 'boolean',
  date: 'temporal',
  timestamp: 'temporal',
}
