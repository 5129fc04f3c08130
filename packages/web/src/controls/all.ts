import type { Control } from '@sightline/charts'
import type { ComponentType } from 'react'
import { ColorSchemeControl } from './ColorSchemeControl.tsx'
import { ColumnControl } from './ColumnControl.tsx'
import { CurrencyControl } from './CurrencyControl.tsx'
import { FilterControl } from './FilterControl.tsx'
import { MetricControl } from './MetricControl.tsx'
import { BoundsControl, CheckboxControl, NumberControl, RadioControl, SliderControl, TextControl } from './PlainControls.tsx'
import { OrderByControl, SelectControl, TimeGrainControl } from './SelectControl.tsx'
import { TimeRangeControl } from './TimeRangeControl.tsx'
import type { WidgetProps } from './widget.ts'
import { XAxisSortControl } from './XAxisSortControl.tsx'

/** One line per kind. A kind without a widget is kept in the form and not shown. */
export const widgets: Partial<Record<Control['kind'], ComponentType<WidgetProps>>> = {
  metric: MetricControl,
  metrics: MetricControl,
  column: ColumnControl,
  columns: ColumnControl,
  'x-axis': ColumnControl,
  'adhoc-filters': FilterControl,
  'time-range': TimeRangeControl,
  'time-grain': TimeGrainControl,
  select: SelectControl,
  'row-limit': SelectControl,
  'number-format': SelectControl,
  'time-format': SelectControl,
  radio: RadioControl,
  checkbox: CheckboxControl,
  text: TextControl,
  number: NumberControl,
  slider: SliderControl,
  'color-scheme': ColorSchemeControl,
  currency: CurrencyControl,
  bounds: BoundsControl,
  'order-by': OrderByControl,
  'x-axis-sort': XAxisSortControl,
}
