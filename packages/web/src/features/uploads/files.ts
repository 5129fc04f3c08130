import type { UploadType } from '@sightline/contract'
import { printSize } from '../../ui/print-size.ts'
import { t } from '../../words/words.ts'

/** Limits are set in powers of two. */
export const printLimit = (limitMb: number): string => (limitMb >= 1024 ? `${Number((limitMb / 1024).toFixed(1))} GB` : `${limitMb} MB`)

export interface ChosenFiles {
  readonly files: readonly File[]
  readonly type: UploadType
}

export type Choice = { readonly chosen: ChosenFiles } | { readonly fault: string }

/** The endings of file names that each kind has, as the server tells them. */
export type Extensions = Readonly<Record<UploadType, readonly string[]>>

/** The kind a file name's ending stands for. */
const typeOf = (name: string, extensions: Extensions): UploadType | undefined => {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return (Object.keys(extensions) as UploadType[]).find((type) => extensions[type].includes(ending))
}

/** Whether these files can be sent: known endings, one file (several only of a columnar kind, all alike), not too large. */
export const chooseFiles = (files: readonly File[], extensions: Extensions, limitMb: number): Choice => {
  const [first] = files
  if (first === undefined) return { fault: t('uploads.fileRequired') }
  const type = typeOf(first.name, extensions)
  if (type === undefined || files.some((file) => typeOf(file.name, extensions) !== type))
    return { fault: t('uploads.badExtension', { valid: Object.values(extensions).flat().join(',') }) }
  if (files.length > 1 && type !== 'columnar') return { fault: t('uploads.oneFile') }
  const bytes = files.reduce((sum, file) => sum + file.size, 0)
  if (bytes === 0) return { fault: t('uploads.emptyFile') }
  if (bytes > limitMb * 2 ** 20) return { fault: t('uploads.tooLarge', { size: printSize(bytes), limit: printLimit(limitMb) }) }
  return { chosen: { files, type } }
}
