import { t } from '../../words/words.ts'
import type { WordKey } from '../../words/words.ts'
import type { ParameterProperty, ParametersSchema } from './wire.ts'

export interface ParameterField {
  readonly name: string
  readonly label: string
  readonly input: 'text' | 'number' | 'secret' | 'switch' | 'choice'
  readonly isRequired: boolean
  readonly placeholder?: string | undefined
  readonly hint?: string | undefined
  readonly choices?: readonly string[] | undefined
  /** Narrow fields share a line with the one before them. */
  readonly isShort?: boolean | undefined
}

/** The order in which the fields of every kind stand; what nobody knows follows after them. */
const order = [
  'host',
  'port',
  'database',
  'catalog',
  'schema',
  'default_catalog',
  'default_schema',
  'username',
  'password',
  'access_token',
  'http_path',
  'http_path_field',
  'project_id',
  'credentials_info',
  'service_account_info',
  'account',
  'warehouse',
  'role',
  'query',
  'encryption',
]

const labels: Readonly<Record<string, WordKey>> = {
  host: 'databases.host',
  port: 'databases.port',
  database: 'databases.databaseName',
  catalog: 'databases.catalog',
  schema: 'databases.schema',
  username: 'databases.username',
  password: 'databases.password',
  access_token: 'databases.accessToken',
  query: 'databases.moreParameters',
  encryption: 'databases.ssl',
}

const placeholders: Readonly<Record<string, WordKey>> = {
  host: 'databases.hostExample',
  database: 'databases.databaseExample',
  username: 'databases.usernameExample',
  query: 'databases.moreParametersExample',
}

const hints: Readonly<Record<string, WordKey>> = { database: 'databases.databaseHint', query: 'databases.moreParametersHint' }

const inputOf = (name: string, property: ParameterProperty): ParameterField['input'] => {
  if (property.type === 'boolean') return 'switch'
  if (property.enum !== undefined && property.enum.length > 0) return 'choice'
  if (name === 'password' || property.format === 'password' || property['x-encrypted-extra'] === true || /token|secret/.test(name)) return 'secret'
  return property.type === 'integer' || property.type === 'number' ? 'number' : 'text'
}

const rank = (name: string): number => {
  const at = order.indexOf(name)
  return at < 0 ? order.length : at
}

const textOf = (key: WordKey | undefined): string | undefined => (key === undefined ? undefined : t(key as 'databases.host'))

/** Where the engines call the place a catalog, so does the form. */
const wordingOf = (name: string, engine: string | undefined): string => (name === 'database' && (engine === 'trino' || engine === 'presto') ? 'catalog' : name)

/** The form of a kind, from its JSON schema. The switch for a tunnel is drawn with the tunnel's own fields. */
export const fieldsOf = (schema: ParametersSchema, engine?: string): readonly ParameterField[] =>
  Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== 'ssh')
    .toSorted(([a], [b]) => rank(a) - rank(b))
    .map(([name, property]) => ({
      name,
      label: textOf(labels[wordingOf(name, engine)]) ?? property.title ?? property.description ?? name,
      input: inputOf(name, property),
      isRequired: schema.required?.includes(name) ?? false,
      placeholder: property.default === undefined || property.default === null ? textOf(placeholders[wordingOf(name, engine)]) : String(property.default),
      hint: textOf(hints[wordingOf(name, engine)]) ?? (labels[name] === undefined && property.title !== undefined ? property.description : undefined),
      ...(property.enum === undefined ? {} : { choices: property.enum.map(String) }),
      isShort: name === 'port',
    }))

/** The port most servers of a kind listen on stands there from the start. */
const usualPorts: Readonly<Record<string, string>> = { postgresql: '5432', mysql: '3306', clickhousedb: '8123', clickhouse: '8123', trino: '8080' }

export const startingValues = (engine: string | undefined, schema: ParametersSchema | undefined): Readonly<Record<string, string | boolean>> => {
  const values: Record<string, string | boolean> = {}
  for (const [name, property] of Object.entries(schema?.properties ?? {})) {
    if (name === 'ssh') continue
    if (property.type === 'boolean') values[name] = property.default === true
    else values[name] = typeof property.default === 'string' || typeof property.default === 'number' ? String(property.default) : ''
  }
  const port = engine === undefined ? undefined : usualPorts[engine]
  if (values['port'] === '' && port !== undefined) values['port'] = port
  return values
}
