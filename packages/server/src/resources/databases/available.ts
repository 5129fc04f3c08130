import { connectors } from '@sightline/connectors'
import { engineInformationOf, hasServer, parametersSchemaOf } from '../../databases/database-facts.ts'

/** Shown as large cards in the connection dialog, in this order; the rest follows by name. */
const preferred = ['PostgreSQL', 'DuckDB', 'MySQL', 'SQLite']

const rank = (name: string): number => {
  const at = preferred.indexOf(name)
  return at < 0 ? preferred.length : at
}

/** The kinds of databases this server can connect to. */
export const availableDatabases = () =>
  connectors
    .toSorted((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name))
    .map((connector) => ({
      name: connector.name,
      engine: connector.id,
      available_drivers: [connector.id],
      default_driver: connector.id,
      sqlalchemy_uri_placeholder: connector.uriPlaceholder,
      preferred: preferred.includes(connector.name),
      engine_information: engineInformationOf(connector),
      ...(hasServer(connector) ? { parameters: parametersSchemaOf(connector) } : {}),
    }))
