/** The settings that live in the JSON text `extra`, as the form shows them. What the form does not know stays as it is. */
export interface ExtraForm {
  readonly cost_estimate_enabled: boolean
  readonly allows_virtual_table_explore: boolean
  readonly disable_data_preview: boolean
  readonly disable_drill_to_detail: boolean
  readonly cancel_query_on_windows_unload: boolean
  readonly allow_multi_catalog: boolean
  readonly expand_rows: boolean
  readonly schema_cache_timeout: string
  readonly table_cache_timeout: string
  /** Separated by commas. */
  readonly schemas_allowed_for_file_upload: string
  readonly metadata_params: string
  readonly engine_params: string
  readonly version: string
}

type ExtraObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is ExtraObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const parseExtra = (text: string | null | undefined): ExtraObject => {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const printObject = (value: unknown): string => (isObject(value) && Object.keys(value).length > 0 ? JSON.stringify(value, null, 2) : '')

const printSeconds = (value: unknown): string => (typeof value === 'number' ? String(value) : '')

/** Older writers kept the schemas as a text. */
const printSchemas = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '')

export const readExtraForm = (text: string | null | undefined): ExtraForm => {
  const extra = parseExtra(text)
  const timeouts = isObject(extra['metadata_cache_timeout']) ? extra['metadata_cache_timeout'] : {}
  const options = isObject(extra['schema_options']) ? extra['schema_options'] : {}
  return {
    cost_estimate_enabled: extra['cost_estimate_enabled'] === true,
    allows_virtual_table_explore: extra['allows_virtual_table_explore'] !== false,
    disable_data_preview: extra['disable_data_preview'] === true,
    disable_drill_to_detail: extra['disable_drill_to_detail'] === true,
    cancel_query_on_windows_unload: extra['cancel_query_on_windows_unload'] === true,
    allow_multi_catalog: extra['allow_multi_catalog'] === true,
    expand_rows: options['expand_rows'] === true,
    schema_cache_timeout: printSeconds(timeouts['schema_cache_timeout']),
    table_cache_timeout: printSeconds(timeouts['table_cache_timeout']),
    schemas_allowed_for_file_upload: printSchemas(extra['schemas_allowed_for_file_upload']),
    metadata_params: printObject(extra['metadata_params']),
    engine_params: printObject(extra['engine_params']),
    version: typeof extra['version'] === 'string' ? extra['version'] : '',
  }
}

/** Sets a member, or takes it out where it would only say what holds anyway and nobody wrote it before. */
const put = (target: Record<string, unknown>, key: string, value: unknown, usual: unknown): void => {
  if (value !== usual || key in target) target[key] = value
}

const putSeconds = (target: Record<string, unknown>, key: string, text: string): void => {
  if (text.trim() === '') delete target[key]
  else target[key] = Number(text)
}

/** The text to store: what was there, with the form's members changed. Call it only when `findExtraFaults` finds nothing. */
export const printExtra = (form: ExtraForm, stored: string | null | undefined): string => {
  const extra: Record<string, unknown> = { ...parseExtra(stored) }
  for (const key of [
    'cost_estimate_enabled',
    'disable_data_preview',
    'disable_drill_to_detail',
    'cancel_query_on_windows_unload',
    'allow_multi_catalog',
  ] as const)
    put(extra, key, form[key], false)
  extra['allows_virtual_table_explore'] = form.allows_virtual_table_explore
  const options: Record<string, unknown> = { ...(isObject(extra['schema_options']) ? extra['schema_options'] : {}) }
  put(options, 'expand_rows', form.expand_rows, false)
  if (Object.keys(options).length > 0) extra['schema_options'] = options
  const timeouts: Record<string, unknown> = { ...(isObject(extra['metadata_cache_timeout']) ? extra['metadata_cache_timeout'] : {}) }
  putSeconds(timeouts, 'schema_cache_timeout', form.schema_cache_timeout)
  putSeconds(timeouts, 'table_cache_timeout', form.table_cache_timeout)
  extra['metadata_cache_timeout'] = timeouts
  extra['schemas_allowed_for_file_upload'] = form.schemas_allowed_for_file_upload
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  extra['metadata_params'] = parseExtra(form.metadata_params)
  extra['engine_params'] = parseExtra(form.engine_params)
  put(extra, 'version', form.version.trim(), '')
  if (extra['version'] === '') delete extra['version']
  return JSON.stringify(extra)
}

export const isJsonObject = (text: string): boolean => {
  if (text.trim() === '') return true
  try {
    return isObject(JSON.parse(text))
  } catch {
    return false
  }
}

/** Whole seconds from `least` on, or nothing. */
export const isSeconds = (text: string, least: number): boolean => text.trim() === '' || (/^-?\d+$/.test(text.trim()) && Number(text) >= least)
