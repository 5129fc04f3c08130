import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import type { ParametersCheck, Problem } from '@sightline/contract'
import { connectorOfEngine } from '../../databases/connection-uri.ts'
import { hasServer } from '../../databases/database-facts.ts'
import { readConnection } from '../../databases/read-connection.ts'
import { tryConnection } from '../../databases/try-connection.ts'
import type { Deps } from '../../deps.ts'
import { Refusal, unwrap } from '../../http/problem.ts'
import { readTunnel } from '../../tunnels/read-tunnel.ts'
import { findTunnel, settingsOfRow } from '../../tunnels/stored-tunnel.ts'

const required = ['database', 'host', 'port', 'username'] as const

/** Says what is wrong with the parameters of a connection, as far as they have been filled in; complete ones are tried. */
export async function validateParameters(deps: Deps, body: ParametersCheck, signal: AbortSignal): Promise<void> {
  const connector = connectorOfEngine(body.engine)
  if (!connector || !hasServer(connector))
    throw new Refusal({ code: 'GENERIC_DB_ENGINE_ERROR', message: `Engine "${body.engine}" cannot be configured through parameters.` }, 422)
  const parameters = body.parameters ?? {}
  const missing = required.filter((name) => parameters[name] === undefined || parameters[name] === null || parameters[name] === '')
  const problems: Problem[] = []
  if (missing.length > 0)
    problems.push({
      code: 'CONNECTION_MISSING_PARAMETERS_ERROR',
      message: `One or more parameters are missing: ${missing.join(', ')}`,
      level: 'warning',
      extra: { missing },
    })
  // Behind a tunnel host and port are those that its far end sees.
  const isBehindTunnel = Boolean(body.ssh_tunnel) || parameters.ssh === true
  if (!isBehindTunnel) problems.push(...(await placeProblems(parameters.host, parameters.port)))
  if (body.database_name) {
    const taken = await deps.db.selectFrom('databases').select('id').where('database_name', '=', body.database_name).executeTakeFirst()
    if (taken && taken.id !== body.id)
      problems.push({
        code: 'INVALID_PAYLOAD_SCHEMA_ERROR',
        message: 'A database with the same name already exists.',
        extra: { invalid: ['database_name'] },
      })
  }
  if (problems.length > 0) throw new Refusal(problems, 422)
  const row = body.id ? await deps.db.selectFrom('databases').select('password').where('id', '=', body.id).executeTakeFirst() : undefined
  const uri = readConnection({ ...body, configuration_method: 'dynamic_form' }, row?.password ? deps.secrets.decrypt(row.password) : null)
  if (!uri.ok) throw new Refusal(422, 'Database parameters are invalid.')
  const stored = body.id ? await findTunnel(deps.db, body.id) : undefined
  const tunnel = body.ssh_tunnel ? readTunnel(deps, body.ssh_tunnel, stored ? settingsOfRow(stored, deps.secrets) : null) : null
  // The form says that there will be a tunnel and has not filled it in yet: there is nothing to try.
  if (isBehindTunnel && !tunnel) return
  unwrap(await tryConnection(deps, uri.value, signal, { serverCertificate: body.server_cert ?? null, tunnel }))
}

async function placeProblems(host: unknown, port: unknown): Promise<Problem[]> {
  if (typeof host !== 'string' || host === '') return []
  const isFound = await lookup(host).then(
    () => true,
    () => false,
  )
  if (!isFound) return [{ code: 'CONNECTION_INVALID_HOSTNAME_ERROR', message: "The hostname provided can't be resolved.", extra: { invalid: ['host'] } }]
  if (port === undefined || port === null || port === '') return []
  const number = Number(port)
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    return [{ code: 'CONNECTION_INVALID_PORT_ERROR', message: 'The port must be a whole number between 0 and 65535.', extra: { invalid: ['port'] } }]
  return (await isOpen(host, number)) ? [] : [{ code: 'CONNECTION_PORT_CLOSED_ERROR', message: 'The port is closed.', extra: { invalid: ['port'] } }]
}

const isOpen = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 5000 })
    const answer = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
    socket.once('timeout', () => answer(false))
  })
