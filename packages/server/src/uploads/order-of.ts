import type { UploadOptions } from '@sightline/contract'
import type { Config } from '../config.ts'
import type { ReadOrder } from './reader/protocol.ts'
import type { Upload } from './upload-desk.ts'

const mega = 2 ** 20

/** What the reader process is told about an upload. A file may unfold to a multiple of its size, and to a multiple of what may be sent. */
export const orderOf = (
  { uploadLimitMb }: Pick<Config, 'uploadLimitMb'>,
  { type, received, name, size }: Pick<Upload, 'type' | 'received' | 'name' | 'size'>,
  options: UploadOptions,
): ReadOrder => ({
  type,
  files: received.files.map(({ path }) => path),
  isTabbed: /\.tsv$/i.test(name),
  folder: received.folder,
  mostBytes: Math.max(256 * mega, Math.min(size * 200, 16 * uploadLimitMb * mega)),
  options,
})
