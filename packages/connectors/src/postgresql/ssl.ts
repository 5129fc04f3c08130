import type { ConnectionOptions } from 'node:tls'
import type { PostgresConfig } from './config.ts'

/** `require` encrypts without asking who the server is; `verify-ca` asks who signed; `verify-full` also compares the name. */
export function sslOf(config: PostgresConfig): ConnectionOptions | false {
  const mode = config.query?.['sslmode'] ?? (config.encryption ? 'require' : 'disable')
  if (mode === 'verify-full') return { rejectUnauthorized: true }
  if (mode === 'verify-ca') return { rejectUnauthorized: true, checkServerIdentity: () => undefined }
  return mode === 'require' ? { rejectUnauthorized: false } : false
}
