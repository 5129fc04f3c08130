import { fail, ok, type Result } from '@sightline/core'

/** Names that stand for the ports of a service. */
const named: Readonly<Record<string, readonly number[]>> = {
  ftp: [20, 21],
  ftps: [989, 990],
  http: [80],
  https: [443],
  imap2: [143],
  imaps: [993],
  kerberos: [88],
  'kerberos-adm': [749],
  ldap: [389],
  ldaps: [636],
  nntp: [119],
  nntps: [563],
  ntp: [123],
  pop3: [110],
  pop3s: [995],
  smtp: [25],
  snmp: [161],
  ssh: [22],
  submissions: [465],
  telnet: [23],
  telnets: [992],
}

/** `https` or `443` → [443]. */
export function readPort(text: string): Result<readonly number[]> {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= 65_535) return ok([number])
  const known = Object.hasOwn(named, text) ? named[text] : undefined
  return known ? ok(known) : fail({ code: 'GENERIC_COMMAND_ERROR', message: `'${text}' does not appear to be a port name or number` })
}
