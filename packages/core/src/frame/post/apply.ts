import type { PostProcessingOperation, PostProcessingStep } from '@sightline/contract'
import { ok, type Result } from '../../result.ts'
import type { Frame } from '../frame.ts'
import { refuseStep, type Table, tableOf } from '../table.ts'
import { aggregate } from './aggregate.ts'
import { boxplot } from './boxplot.ts'
import { compare } from './compare.ts'
import { contribution } from './contribution.ts'
import { cum } from './cum.ts'
import { diff } from './diff.ts'
import { flatten } from './flatten.ts'
import { geodeticParse, geohashDecode, geohashEncode } from './geohash.ts'
import { pivot } from './pivot.ts'
import { prophet } from './prophet.ts'
import { rename } from './rename.ts'
import { resample } from './resample.ts'
import { rolling } from './rolling.ts'
import { select } from './select.ts'
import { sort } from './sort.ts'
import type { Step } from './step.ts'

/** Names are kept in parts, so there is nothing to escape. */
const nothing: Step = (table) => ok(table)

/** One line per operation. */
const steps: Readonly<Record<PostProcessingOperation, Step>> = {
  aggregate,
  boxplot,
  compare,
  contribution,
  cum,
  diff,
  escape_separator: nothing,
  flatten,
  geodetic_parse: geodeticParse,
  geohash_decode: geohashDecode,
  geohash_encode: geohashEncode,
  pivot,
  prophet,
  rename,
  resample,
  rolling,
  select,
  sort,
  unescape_separator: nothing,
}

/** The options that each has; one that it does not know may be a mistyped one, and is not passed over. */
const optionsOf: Readonly<Record<PostProcessingOperation, string>> = {
  aggregate: 'groupby aggregates',
  boxplot: 'groupby metrics whisker_type percentiles',
  compare: 'source_columns compare_columns compare_type drop_original_columns precision',
  contribution: 'orientation columns rename_columns time_shifts contribution_totals',
  cum: 'operator columns',
  diff: 'columns periods axis',
  escape_separator: 'columns',
  flatten: 'reset_index drop_levels',
  geodetic_parse: 'geodetic longitude latitude altitude',
  geohash_decode: 'geohash longitude latitude',
  geohash_encode: 'geohash longitude latitude',
  pivot:
    'index columns aggregates metric_fill_value column_fill_value drop_missing_columns combine_value_with_metric marginal_distributions marginal_distribution_name',
  prophet: 'time_grain periods confidence_interval yearly_seasonality weekly_seasonality daily_seasonality index',
  rename: 'columns level inplace',
  resample: 'rule method fill_value',
  rolling: 'rolling_type columns window min_periods center win_type rolling_type_options',
  select: 'columns exclude rename',
  sort: 'is_sort_index by ascending',
  unescape_separator: 'columns',
}

/** Runs the steps in order. A frame without rows stays as it is. */
export function applyPostProcessing(frame: Frame, wanted: readonly PostProcessingStep[], zone = 'UTC'): Result<Table> {
  let table = tableOf(frame)
  if (frame.length === 0) return ok(table)
  for (const { operation, options } of wanted) {
    const step = Object.hasOwn(steps, operation) ? steps[operation] : undefined
    if (!step) return refuseStep(`Unsupported post processing operation: ${operation}`)
    const stranger = Object.keys(options ?? {}).find((name) => !optionsOf[operation].split(' ').includes(name))
    if (stranger !== undefined) return refuseStep(`The operation ${operation} has no option \`${stranger}\``)
    const next = step(table, options ?? {}, zone)
    if (!next.ok) return next
    table = next.value
  }
  return ok(table)
}
