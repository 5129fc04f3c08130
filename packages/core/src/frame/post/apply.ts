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

/** Runs the steps in order. A frame without rows stays as it is. */
export function applyPostProcessing(frame: Frame, wanted: readonly PostProcessingStep[], zone = 'UTC'): Result<Table> {
  let table = tableOf(frame)
  if (frame.length === 0) return ok(table)
  for (const { operation, options } of wanted) {
    const step = Object.hasOwn(steps, operation) ? steps[operation] : undefined
    if (!step) return refuseStep(`Unsupported post processing operation: ${operation}`)
    const next = step(table, options ?? {}, zone)
    if (!next.ok) return next
    table = next.value
  }
  return ok(table)
}
