import { literalOf, escapeText, readDate } from './literals.ts'
import { keyOfCall, type Answers } from './protocol.ts'
import type { TemplateCall, TemplateContext } from './templates.ts'

/** What a template may call. Everything is plain data in and plain data out. */
export interface TemplateFunctions {
  readonly functions: Readonly<Record<string, (...args: unknown[]) => unknown>>
  /** Functions under a name of their own: `trino.latest_partition('t')`. */
  readonly namespaces: Readonly<Record<string, Readonly<Record<string, (...args: unknown[]) => unknown>>>>
  readonly filters: Readonly<Record<string, (...args: unknown[]) => unknown>>
  readonly removedFilters: Set<string>
  readonly cacheKeys: unknown[]
  /** Calls that need an answer from outside. */
  readonly asked: TemplateCall[]
}

const mostCalls = 50

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

export function functionsFor(context: Omit<TemplateContext, 'ask'>, answers: Answers): TemplateFunctions {
  const removedFilters = new Set<string>()
  const cacheKeys: unknown[] = []
  const asked: TemplateCall[] = []
  const { dialectId } = context
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

  /** The answer if it is known; otherwise the call is noted, and nothing stands in for it until the text is rendered again. */
  const ask = (name: TemplateCall['name'], args: Record<string, unknown>): unknown => {
    const call: TemplateCall = { name, args: plainOf(args) as Record<string, unknown> }
    const key = keyOfCall(call)
    if (Object.hasOwn(answers, key)) return remember(key, answers[key], true)
    if (asked.some((other) => keyOfCall(other) === key)) return null
    if (asked.length >= mostCalls) throw new Error(`a template may ask at most ${mostCalls} times`)
    asked.push(call)
    return null
  }
  const partition =
    (name: TemplateCall['name']) =>
    (...args: unknown[]): unknown =>
      ask(name, argumentsOf(args, ['table_name', 'field']))
  const partitions = {
    latest_partition: partition('latest_partition'),
    latest_partitions: partition('latest_partitions'),
    first_latest_partition: partition('first_latest_partition'),
    latest_sub_partition: partition('latest_sub_partition'),
  }
  const wanted = (args: readonly unknown[]): unknown => argumentsOf(args, ['add_to_cache_keys'])['add_to_cache_keys']

  return {
    removedFilters,
    cacheKeys,
    asked,
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
        const text = typeof value === 'string' && escape_result !== false ? escapeText(value, dialectId) : value
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
        return filtersOf(column, remove_filter).map((filter) => ({ ...filter, escaped_val: escaped(filter.val, dialectId) }))
      },
      get_time_filter: (...args) => {
        const given = argumentsOf(args, ['column', 'default', 'target_type', 'strftime', 'remove_filter'])
        if (given['remove_filter'] === true && typeof given['column'] === 'string') removedFilters.add(given['column'])
        return ask('get_time_filter', given) ?? { from_expr: null, to_expr: null, time_range: null }
      },
      dataset: (...args) => ask('dataset', argumentsOf(args, ['id', 'include_metrics', 'columns'])),
      metric: (...args) => ask('metric', argumentsOf(args, ['key', 'dataset_id'])),
      current_user_id: (...args) => remember('user id', context.userId, wanted(args)),
      current_username: (...args) => remember('username', context.username, wanted(args)),
      current_user_email: (...args) => remember('email', context.email, wanted(args)),
      current_user_roles: (...args) => remember('roles', context.roles ? context.roles.toSorted() : null, wanted(args)),
      current_user_rls_rules: () => remember('row rules', context.rowRules ? context.rowRules.toSorted() : null, true),
      // Nobody signs in with attributes of their own yet.
      get_guest_user_attribute: (...args) => argumentsOf(args, ['attribute_name', 'default'])['default'] ?? null,
      cache_key_wrapper: (value) => remember('wrapped', value, true),
      ...partitions,
    },
    namespaces: { trino: partitions, presto: partitions, hive: partitions, spark: partitions },
    filters: {
      where_in: (values, ...args) => {
        const list = Array.isArray(values) ? values : values === null || values === undefined ? [] : [values]
        if (list.length === 0 && argumentsOf(args, ['default_to_none'])['default_to_none'] === true) return null
        return `(${list.map((value) => literalOf(value, dialectId)).join(', ')})`
      },
      to_datetime: (value, ...args) => {
        const { format = '%Y-%m-%d %H:%M:%S' } = argumentsOf(args, ['format'])
        return typeof value === 'string' && value !== '' ? readDate(value, String(format)) : null
      },
    },
  }
}

const hasValue = (value: unknown): boolean => value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

const escaped = (value: unknown, dialectId: string | undefined): unknown => {
  if (Array.isArray(value)) return value.map((one) => escaped(one, dialectId))
  return typeof value === 'string' ? escapeText(value, dialectId) : value
}

/** Maps of the interpreter as plain objects: the call crosses to the server and is its own key there. */
function plainOf(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [String(key), plainOf(item)]))
  if (Array.isArray(value)) return value.map(plainOf)
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainOf(item)]))
  return typeof value === 'function' ? null : value
}

/** `template_params` may bring filters along, to try a template out in the editor. */
function testFilters(given: unknown): TemplateContext['filters'] {
  if (!Array.isArray(given)) return []
  return given.flatMap((item: unknown) => {
    const { col, op, val } = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>
    return typeof col === 'string' ? [{ col, op: typeof op === 'string' ? op : 'IN', val }] : []
  })
}
