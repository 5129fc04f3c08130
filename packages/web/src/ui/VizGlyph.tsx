import {
  AreaChart,
  ChartColumn,
  ChartLine,
  ChartNoAxesColumn,
  ChartPie,
  ChartScatter,
  Filter,
  Gauge,
  Grid3x3,
  Hash,
  Map as MapGlyph,
  Network,
  Radar,
  Table2,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

const glyphs: readonly (readonly [pattern: RegExp, glyph: LucideIcon])[] = [
  [/big_number/, Hash],
  [/pivot|table/, Table2],
  [/pie/, ChartPie],
  [/area/, AreaChart],
  [/line|smooth|step/, ChartLine],
  [/bar|histogram|waterfall|box/, ChartColumn],
  [/scatter|bubble/, ChartScatter],
  [/heatmap|cal_/, Grid3x3],
  [/funnel/, Filter],
  [/gauge|bullet/, Gauge],
  [/graph|tree|sankey|chord/, Network],
  [/radar/, Radar],
  [/map|deck|country/, MapGlyph],
]

/** A glyph for a kind of chart, by its key. */
export const VizGlyph = ({ vizType, size = 14 }: { readonly vizType: string | null | undefined; readonly size?: number }) => {
  const Glyph = glyphs.find(([pattern]) => pattern.test(vizType ?? ''))?.[1] ?? ChartNoAxesColumn
  return <Glyph size={size} aria-hidden />
}
