import { checkServerIdentity, type ConnectionOptions } from 'node:tls'
import type { Surroundings } from '../connector.ts'
import type { PostgresConfig } from './config.ts'

/**
 * `require` encrypts without asking who the server is; `verify-ca` asks who signed; `verify-full` also compares the name. A certificate given
 * with the database means verify-full unless the address says otherwise.
 */
export function sslOf(
  config: PostgresConfig,
  { serverCertificate, serverName }: Pick<Surroundings, 'serverCertificate' | 'serverName'>,
): ConnectionOptions | false {
  const mode = config.query?.['sslmode'] ?? (serverCertificate ? 'verify-full' : config.encryption ? 'require' : 'disable')
  const ca = serverCertificate ? { ca: serverCertificate } : {}
  // Through a tunnel the address is this machine's, but the certificate bears the server's own name.
  const name = serverName
    ? { checkServerIdentity: (_: string, certificate: Parameters<typeof checkServerIdentity>[1]) => checkServerIdentity(serverName, certificate) }
    : {}
  if (mode === 'verify-full') return { rejectUnauthorized: true, ...ca, ...name }
  if (mode === 'verify-ca') return { rejectUnauthorized: true, ...ca, checkServerIdentity: () => undefined }
  return mode === 'require' ? { rejectUnauthorized: false, ...ca } : false
}
