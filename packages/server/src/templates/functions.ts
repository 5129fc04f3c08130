import type { TemplateContext } from './templates.ts'

/** What a template may call. Everything is plain data in and plain data out. */
export interface TemplateFunctions {
  readonly functions: Readonly<Record<string, (...args: unknown[]) => unknown>>
  readonly filters: Readonly<Record<string, (...args: unknown[]) => unknown>>
  readonly removedFilters: Set<string>
  readonly cacheKeys: unknown[]
}

/** Named arguments arrive as a Map after the others. */
function argumentsOf(args: readonly unknown[], names: readonly string[]): Record<string, unknown> {
  const last = args.at(-1)
  const named = last instanceof Map ? (last as Map<string, unknown>) : null
  const values: Record<string, unknown> = {}
  names.forEach((name, index) => {
    const value = index < args.length - (named ? 1 : 0) ? args[index] : named?.get(name)
    if (value !== undefined) values[name] = value
  })
  return values
}

export function functionsFor(context: TemplateContext): TemplateFunctions {
  const removedFilters = new Set<string>()
  const cacheKeys: unknown[] = []
  const remember = (name: string, value: unknown, isWanted: unknown): unknown => {
    if (isWanted !== false) cacheKeys.push([name, value])
    return value
  }
  const filters = [...context.filters, ...testFilters(context.variables['_filters'])]

  const filtersOf = (column: unknown, isRemoved: unknown): { op: string; col: string; val: unknown }[] => {
    if (isRemoved === true && typeof column === 'string') removedFilters.add(column)
    const found = filters
      .filter(({ col, val }) => col === column && hasValue(val))
      .map(({ col, op, val }) => ({ op: op.toUpperCase(), col, val: /^(NOT )?IN$/i.test(op) && !Array.isArray(val) ? [val] : val }))
    cacheKeys.push(['filters', column, found])
    return found
  }

  return {
    removedFilters,
    cacheKeys,
    functions: {
      url_param: (...args) => {
        const {
          param,
          default: fallback = null,
          add_to_cache_keys,
          escape_result,
        } = argumentsOf(args, ['param', 'default', 'add_to_cache_keys', 'escape_result'])
        const given = typeof param === 'string' && Object.hasOwn(context.urlParams, param) ? context.urlParams[param] : undefined
        const value = given ?? fallback
        const text = typeof value === 'string' && escape_result !== false ? value.replaceAll("'", "''") : value
        return remember(`url_param ${String(param)}`, text, add_to_cache_keys)
      },
      filter_values: (...args) => {
        const { column, default: fallback, remove_filter } = argumentsOf(args, ['column', 'default', 'remove_filter'])
        const values = filtersOf(column, remove_filter).flatMap(({ val }) => val)
        if (values.length > 0 || fallback === undefined || fallback === null) return values
        return Array.isArray(fallback) ? fallback : [fallback]
      },
      get_filters: (...args) => {
        const { column, remove_filter } = argumentsOf(args, ['column', 'remove_filter'])
        return filtersOf(column, remove_filter)
      },
      current_user_id: (...args) => remember('user id', context.userId, argumentsOf(args, ['add_to_cache_keys'])['add_to_cache_keys']),
      current_username: (...args) => remember('username', context.username, argumentsOf(args, ['add_to_cache_keys'])['add_to_cache_keys']),
      current_user_email: (...args) => remember('email', context.email, argumentsOf(args, ['add_to_cache_keys'])['add_to_cache_keys']),
      cache_key_wrapper: (value) => remember('wrapped', value, true),
    },
    filters: {
      where_in: (values, ...args) => {
        const list = Array.isArray(values) ? values : values === null || values === undefined ? [] : [values]
        if (list.length === 0 && argumentsOf(args, ['default_to_none'])['default_to_none'] === true) return null
        return `(${list.map(literalOf).join(', ')})`
      },
    },
  }
}

const hasValue = (value: unknown): boolean => value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return `'${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll("'", "''")}'`
}

/** `template_params` may bring filters along, to try a template out in the editor. */
function testFilters(given: unknown): TemplateContext['filters'] {
  if (!Array.isArray(given)) return []
  return given.flatMap((item: unknown) => {
    const { col, op, val } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
    return typeof col === 'string' ? [{ col, op: typeof op === 'string' ? op : 'IN', val }] : []
  })
}
