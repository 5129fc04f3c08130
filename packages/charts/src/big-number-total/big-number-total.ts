import { type Frame, numberFrom, timeFormatter } from '@sightline/core'
import { z } from 'zod'
import { buildQuery } from '../base-query.ts'
import { type Picture, type Surroundings, defineChart } from '../chart.ts'
import { colorOfRules } from '../conditional-formatting.ts'
import { emptyPicture } from '../empty-picture.ts'
import { anything, flag, number } from '../form-parts.ts'
import { entryOf, metricLabel } from '../labels.ts'
import { measureFormat } from '../measure-format.ts'
import { adhocFilters, checkbox, currency, metric, numberFormat, select, timeFormat } from '../shared-controls.ts'
import { bigNumberExample } from './example.ts'

const form = z.looseObject({
  viz_type: z.string().default('big_number_total'),
  metric: anything,
  adhoc_filters: z.array(z.record(z.string(), anything)).nullish(),
  subheader: z.string().nullish().default(''),
  header_font_size: number(0.4),
  subheader_font_size: number(0.15),
  y_axis_format: z.string().nullish().default('SMART_NUMBER'),
  currency_format: anything,
  time_format: z.string().nullish().default('smart_date'),
  force_timestamp_formatting: flag(false),
  conditional_formatting: z.array(anything).nullish().catch(null),
})
type BigNumberForm = z.infer<typeof form>

/** The moment a cell stands for: epoch milliseconds or a text that reads as a date. */
const momentFrom = (value: unknown): number | undefined => {
  const moment = numberFrom(value) ?? Date.parse(String(value))
  return Number.isNaN(moment) ? undefined : moment
}

function drawBigNumber(given: BigNumberForm, frames: readonly Frame[], surroundings: Surroundings): Picture {
  const [frame] = frames
  if (!frame || frame.length === 0) return emptyPicture()
  const label = metricLabel(given.metric)
  const found = frame.columns.findIndex(({ name }) => name === label)
  const index = found < 0 ? 0 : found
  const cell = frame.values[index]?.[0] ?? null
  const isTime = frame.columns[index]?.kind === 'temporal' || given.force_timestamp_formatting
  const name = entryOf(surroundings.dataset.verboseNames, label) || label
  const moment = isTime && cell !== null ? momentFrom(cell) : undefined
  const timePattern = given.time_format === 'smart_date' ? 'smart_date_verbose' : given.time_format
  const value =
    cell === null
      ? 'No data'
      : moment !== undefined
        ? timeFormatter(timePattern, surroundings.timeZone)(moment)
        : measureFormat(given.y_axis_format, given.currency_format, [label], surroundings)(cell)
  const amount = numberFrom(cell)
  const color = amount === undefined ? undefined : colorOfRules(given.conditional_formatting ?? [], label, amount, { low: amount, high: amount })
  const caption = given.subheader ?? ''
  return {
    kind: 'number',
    value,
    caption,
    size: given.header_font_size >= 0.4 ? 'large' : 'small',
    valueShare: given.header_font_size,
    captionShare: given.subheader_font_size,
    // A number stands on the page itself, so a rule colours its ink, at full strength.
    ...(color ? { color: color.hex } : {}),
    summary: `${name}: ${value}${caption ? `, ${caption}` : ''}.`,
  }
}

const sizes = (shares: readonly number[]) => shares.map((share, index) => [share, ['Tiny', 'Small', 'Normal', 'Large', 'Huge'][index] ?? ''] as const)

export const bigNumberTotal = defineChart<BigNumberForm>({
  id: 'big_number_total',
  name: 'Big Number',
  description: 'Shows one measure as one number: for the figure that everyone asks about first.',
  category: 'KPI',
  tags: ['Additive', 'Business', 'Legacy', 'Percentages', 'Popular', 'Report', 'Description'],
  form,
  sections: [
    { label: 'Query', tab: 'data', expanded: true, controls: [metric, adhocFilters] },
    {
      label: 'Display settings',
      tab: 'data',
      expanded: true,
      controls: [{ kind: 'text', name: 'subheader', label: 'Subheader', help: 'Text under the number', renderTrigger: true }],
    },
    {
      label: 'Chart Options',
      tab: 'customize',
      expanded: true,
      controls: [
        select('header_font_size', 'Big Number Font Size', sizes([0.2, 0.3, 0.4, 0.5, 0.6])),
        select('subheader_font_size', 'Subheader Font Size', sizes([0.125, 0.15, 0.2, 0.3, 0.4])),
        numberFormat('y_axis_format', 'Number format'),
        currency,
        timeFormat('time_format', 'Date format'),
        checkbox('force_timestamp_formatting', 'Force date format', { help: 'Show the number as a moment' }),
        { kind: 'conditional-formatting', name: 'conditional_formatting', label: 'Conditional Formatting', renderTrigger: true },
      ],
    },
  ],
  queries: (given) => (given.metric ? [buildQuery(given, { columns: [], metrics: [given.metric], hasRowLimit: false })] : []),
  picture: drawBigNumber,
  example: bigNumberExample,
})
