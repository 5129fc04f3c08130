import { connectorOfRow, backendOf, driverNameOf, engineInformationOf, parametersOf, parametersSchemaOf } from '../../databases/database-facts.ts'
import { maskExtra } from '../../databases/masked-extra.ts'
import type { DatabaseRow } from '../../datasets/load-dataset.ts'
import type { Secrets } from '../../secrets.ts'
import { maskTunnel, type TunnelRow } from '../../tunnels/stored-tunnel.ts'

/** Everything about a registered database that its form shows; secrets are masked. */
export function describeConnection(row: DatabaseRow, tunnel: TunnelRow | undefined, secrets: Secrets): Record<string, unknown> {
  const connector = connectorOfRow(row)
  return {
    id: row.id,
    uuid: row.uuid,
    database_name: row.database_name,
    cache_timeout: row.cache_timeout,
    expose_in_sqllab: row.expose_in_sqllab,
    allow_run_async: row.allow_run_async,
    allow_file_upload: row.allow_file_upload,
    configuration_method: row.configuration_method,
    allow_ctas: row.allow_ctas,
    allow_cvas: row.allow_cvas,
    allow_dml: row.allow_dml,
    backend: backendOf(row),
    driver: driverNameOf(row),
    force_ctas_schema: row.force_ctas_schema,
    impersonate_user: row.impersonate_user,
    is_managed_externally: row.is_managed_externally,
    engine_information: engineInformationOf(connector),
    extra: row.extra,
    sqlalchemy_uri: row.uri,
    server_cert: row.server_cert,
    masked_encrypted_extra: maskExtra(row.encrypted_extra === null ? null : secrets.decrypt(row.encrypted_extra)),
    ...(tunnel ? { ssh_tunnel: maskTunnel(tunnel) } : {}),
    ...(connector ? { parameters: parametersOf(row), parameters_schema: parametersSchemaOf(connector) } : {}),
  }
}
