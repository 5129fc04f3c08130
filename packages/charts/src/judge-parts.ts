import { currencyFrom } from '@sightline/core'
import { isKnownOperator } from './conditional-formatting.ts'
import { isKnownScheme, schemeOf } from './palette.ts'

export interface Change {
  readonly name: string
  readonly why: string
}

type Form = Readonly<Record<string, unknown>>
type Judge = (value: unknown) => readonly string[]

const isRecord = (value: unknown): value is Form => typeof value === 'object' && value !== null && !Array.isArray(value)
const recordsIn = (value: unknown): readonly Form[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** Values with an inside: what is not honoured of each, in words. */
const judges: Readonly<Record<string, Judge>> = {
  annotation_layers: (layers) =>
    recordsIn(layers)
      .filter(({ show }) => show !== false)
      .map(
        ({ name, annotationType }) => `The annotation layer "${String(name ?? '')}" (${String(annotationType ?? 'unknown kind').toLowerCase()}) is not drawn.`,
      ),
  color_scheme: (scheme) =>
    isKnownScheme(scheme) ? [] : [`The colours "${String(scheme)}" are not known here; those of "${schemeOf(scheme).label}" are used instead.`],
  column_config: (columns) =>
    isRecord(columns)
      ? Object.entries(columns).flatMap(([column, settings]) =>
          isRecord(settings)
            ? Object.entries(settings).flatMap(([name, value]) =>
                columnSettings.has(name) || value === null || value === undefined || value === '' || value === false
                  ? []
                  : [`The setting "${name}" of the column "${column}" is not honoured.`],
              )
            : [],
        )
      : [],
  conditional_formatting: (rules) => recordsIn(rules).flatMap(judgeRule),
  currency_format: (currency) => (isRecord(currency) && currency['symbol'] && !currencyFrom(currency) ? ['The currency cannot be read, and is left out.'] : []),
  forecastEnabled: (value) => (value === true ? ['Forecasts are drawn as series of their own, without the band around them.'] : []),
  // They say something only to a forecast.
  forecastPeriods: () => [],
  forecastInterval: () => [],
  forecastSeasonalityYearly: () => [],
  forecastSeasonalityWeekly: () => [],
  forecastSeasonalityDaily: () => [],
}

const columnSettings: ReadonlySet<string> = new Set(
  'columnWidth horizontalAlign d3NumberFormat d3SmallNumberFormat d3TimeFormat currencyFormat showCellBars alignPositiveNegative colorPositiveNegative customColumnName'.split(
    ' ',
  ),
)
const ruleKeys: ReadonlySet<string> = new Set('column operator targetValue targetValueLeft targetValueRight colorScheme'.split(' '))

function judgeRule(rule: Form): readonly string[] {
  const about = `The rule for "${String(rule['column'] ?? '')}"`
  if (!isKnownOperator(rule['operator'])) return [`${about} has a condition that is not known here: ${String(rule['operator'])}.`]
  if (!/^#[0-9a-f]{6}$/i.test(String(rule['colorScheme'] ?? ''))) return [`${about} has a colour that cannot be read: ${String(rule['colorScheme'])}.`]
  const strange = Object.entries(rule).flatMap(([key, value]) => (ruleKeys.has(key) || value === false || value === null || value === undefined ? [] : [key]))
  return strange.map((key) => `${about} has a setting that is not honoured: ${key}.`)
}

/** What is not honoured inside a value; undefined for a name whose values have no inside. */
export function judgeParts(name: string, value: unknown): readonly Change[] | undefined {
  const judge = Object.hasOwn(judges, name) ? judges[name] : undefined
  return judge?.(value).map((why) => ({ name, why }))
}
