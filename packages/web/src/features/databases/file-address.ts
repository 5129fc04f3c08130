import type { Kind } from './wire.ts'

/** A kind whose address has no place for a host keeps its data in a file. */
export const isFileKind = (kind: Pick<Kind, 'engine' | 'sqlalchemy_uri_placeholder'> | undefined): boolean =>
  kind !== undefined && kind.sqlalchemy_uri_placeholder.startsWith(`${kind.engine}:///`)

/** `sales/2024.duckdb` lies in the folder for files; `/srv/sales.duckdb` is a path of the machine. Slashes stay, the rest is encoded. */
export const addressOfFile = (engine: string, path: string): string => `${engine}:///${path.trim().split('/').map(encodeURIComponent).join('/')}`

/** The path in such an address, or undefined if it is none or says more than a path. */
export const fileOfAddress = (address: string): string | undefined => {
  const path = /^[a-z][a-z0-9_]*(?:\+[a-z0-9_]+)?:\/\/\/([^?#]+)$/i.exec(address.trim())?.[1]
  if (path === undefined) return undefined
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
