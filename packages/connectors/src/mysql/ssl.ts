import type { SslOptions } from 'mysql2'
import type { Surroundings } from '../connector.ts'
import type { MysqlConfig } from './config.ts'

/**
 * `REQUIRED` encrypts without asking who the server is; `VERIFY_CA` asks who signed; `VERIFY_IDENTITY` also compares the name. A certificate
 * given with the database means the last unless the address says otherwise.
 */
export function sslOf(config: MysqlConfig, { serverCertificate }: Pick<Surroundings, 'serverCertificate'>): SslOptions | undefined {
  const asked = config.query?.['ssl_mode']
  const mode = asked ?? (serverCertificate ? 'VERIFY_IDENTITY' : config.encryption ? 'REQUIRED' : 'DISABLED')
  const ca = serverCertificate ? { ca: serverCertificate } : {}
  if (mode === 'VERIFY_IDENTITY') return { rejectUnauthorized: true, verifyIdentity: true, ...ca }
  if (mode === 'VERIFY_CA') return { rejectUnauthorized: true, verifyIdentity: false, ...ca }
  return mode === 'REQUIRED' ? { rejectUnauthorized: false, ...ca } : undefined
}
