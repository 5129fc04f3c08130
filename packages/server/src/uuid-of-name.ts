import { createHash } from 'node:crypto'

/** The same name has the same uuid in every installation: that is how a second start finds what the first one made. */
export const uuidOfName = (name: string): string => {
  const hex = createHash('md5').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
