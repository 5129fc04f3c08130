import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { printSettings } from './print-settings.ts'
import { version } from './version.ts'

const fileWith = (content: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'sightline-config-')), 'config.json')
  writeFileSync(path, content)
  return path
}

test('an empty environment gives the documented defaults', () => {
  const config = loadConfig({})
  expect(config).toMatchObject({ port: 8088, host: '127.0.0.1', rowLimit: 50_000, sqlMaxRow: 100_000, timeZone: 'UTC', fileRoots: [] })
  expect(config.store).toBe(join(config.dataFolder, 'metadata.db'))
})

test('the environment wins over the file, the file over the defaults', () => {
  const path = fileWith(
    JSON.stringify({ SIGHTLINE_PORT: 9001, SIGHTLINE_ROW_LIMIT: 7, SIGHTLINE_FILE_ROOTS: ['/a', '/b'], SIGHTLINE_FEATURE_TAGGING_SYSTEM: true }),
  )
  const config = loadConfig({ SIGHTLINE_CONFIG: path, PORT: '9002', SIGHTLINE_FEATURE_THUMBNAILS: 'false' })
  expect(config).toMatchObject({ port: 9002, rowLimit: 7, fileRoots: ['/a', '/b'] })
  expect(config.featureFlags).toMatchObject({ TAGGING_SYSTEM: true, THUMBNAILS: false, KV_STORE: false })
  expect(loadConfig({ SIGHTLINE_FILE_ROOTS: '/a, /b' }).fileRoots).toEqual(['/a', '/b'])
})

test('SQL-9.02 the database a first tab asks, the warning at saving and the form of schedules are settings', () => {
  const form = { JSONSCHEMA: { title: 'Schedule', properties: { at: { type: 'string' } } } }
  const config = loadConfig({
    SIGHTLINE_SQLLAB_DEFAULT_DATABASE: '4',
    SIGHTLINE_SQLLAB_SAVE_WARNING: 'Read by all',
    SIGHTLINE_SCHEDULED_QUERIES: JSON.stringify(form),
  })
  expect(config).toMatchObject({ sqllabDefaultDatabase: 4, sqllabSaveWarning: 'Read by all', scheduledQueries: form })
  expect(loadConfig({ SIGHTLINE_CONFIG: fileWith(JSON.stringify({ SIGHTLINE_SCHEDULED_QUERIES: form })) }).scheduledQueries).toEqual(form)
  expect(loadConfig({}).scheduledQueries).toEqual({})
  expect(() => loadConfig({ SIGHTLINE_SCHEDULED_QUERIES: '{"JSONSCHEMA":' })).toThrow(/SIGHTLINE_SCHEDULED_QUERIES cannot be read as JSON/)
  expect(() => loadConfig({ SIGHTLINE_SCHEDULED_QUERIES: '[1]' })).toThrow(/must be one JSON object/)
})

test('EXP-6.08 the feature flags of the interface exist, and those that need nothing else are on', () => {
  const flags = loadConfig({}).featureFlags
  for (const on of [
    'GENERIC_CHART_AXES',
    'ENABLE_EXPLORE_DRAG_AND_DROP',
    'DISABLE_LEGACY_DATASOURCE_EDITOR',
    'AVOID_COLORS_COLLISION',
    'DASHBOARD_NATIVE_FILTERS',
  ] as const)
    expect(flags[on]).toBe(true)
  for (const off of ['ENABLE_ADVANCED_DATA_TYPES', 'DYNAMIC_PLUGINS', 'USE_ANALAGOUS_COLORS', 'KV_STORE'] as const) expect(flags[off]).toBe(false)
  for (const on of [
    'ENABLE_TEMPLATE_PROCESSING',
    'DASHBOARD_RBAC',
    'ALERT_REPORTS',
    'EMBEDDED_SUPERSET',
    'THUMBNAILS',
    'RLS_IN_SQLLAB',
    'ESTIMATE_QUERY_COST',
    'SSH_TUNNELING',
  ] as const)
    expect(flags[on]).toBe(true)
})

describe('a setting that cannot be meant is refused with its name', () => {
  const cases: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ SIGHTLINE_ROW_LIMIT: 'many' }, /SIGHTLINE_ROW_LIMIT must be a whole number/],
    [{ SIGHTLINE_ROW_LIMIT: '0' }, /at least 1/],
    [{ SIGHTLINE_SIGN_IN_FAILURES: '3' }, /at least 10/],
    [{ SIGHTLINE_EXAMPLES: 'perhaps' }, /true or false/],
    [{ SIGHTLINE_TIME_ZONE: 'Berlin' }, /SIGHTLINE_TIME_ZONE takes a name such as/],
    [{ SIGHTLINE_FEATURE_NO_SUCH: 'true' }, /no feature of that name/],
    [{ SIGHTLINE_CONFIG: '/no/such/file' }, /cannot be read/],
  ]
  test.each(cases)('%o', (env, message) => expect(() => loadConfig(env)).toThrow(message))
  test('in the file too', () => {
    expect(() => loadConfig({ SIGHTLINE_CONFIG: fileWith('{"SIGHTLINE_PROT": 1}') })).toThrow(/no setting SIGHTLINE_PROT/)
    expect(() => loadConfig({ SIGHTLINE_CONFIG: fileWith('[]') })).toThrow(/one JSON object/)
    expect(() => loadConfig({ SIGHTLINE_CONFIG: fileWith('{"SIGHTLINE_HOST": {"a": 1}}') })).toThrow(/wrong type/)
  })
})

test('the operations page lists every setting and feature with its default', () => {
  const page = readFileSync(fileURLToPath(new URL('../../../docs/operations.md', import.meta.url)), 'utf8')
  const words = (text: string) => text.replaceAll(/[\s-]*\|[\s-|]*/g, '|').replaceAll(/\s+/g, ' ')
  expect(words(page)).toContain(words(printSettings()).trim())
})

test('the version told is the version of the package', () => {
  const manifest = JSON.parse(readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8')) as { version: string }
  expect(version).toBe(manifest.version)
})
