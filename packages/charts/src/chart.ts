import type { CurrencyFormat, Frame, Kind } from '@sightline/core'
import type { EChartsOption } from 'echarts'
import type { z } from 'zod'
import type { ControlKind } from './control-kinds.ts'
import type { Palette } from './palette.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** What a chart may know besides its form and its rows. */
export interface Surroundings {
  readonly size: Size
  readonly palette: Palette
  readonly dataset: {
    /** Column or metric name → shown name. */
    readonly verboseNames: Readonly<Record<string, string>>
    /** Metric name → d3 number format. */
    readonly formats: Readonly<Record<string, string>>
    /** Metric name → currency, for the metrics that have one. */
    readonly currencies?: Readonly<Record<string, CurrencyFormat>>
  }
  /** Series label → colour, shared by the charts of a dashboard; wins over the order of assignment. */
  readonly labelColors?: Readonly<Record<string, string>>
  /** IANA name; decides how times are shown. */
  readonly timeZone: string
}

export interface TableCellStyle {
  readonly bar?: { readonly from: number; readonly to: number }
  readonly tone?: 'positive' | 'negative' | 'muted'
  /** A colour with its opacity, from a conditional formatting rule. */
  readonly background?: string
}

/** What a drawer needs. Fifty charts, about eight kinds; each kind has one drawer in the web and one on the server. */
export type Picture =
  | { readonly kind: 'echarts'; readonly option: EChartsOption; readonly summary: string }
  | {
      readonly kind: 'table'
      readonly columns: readonly {
        readonly key: string
        readonly label: string
        readonly align: 'left' | 'right' | 'center'
        /** Least width in pixels, where its author set one. */
        readonly width?: number
        readonly kind: 'numeric' | 'string' | 'temporal' | 'boolean'
      }[]
      /** Texts as shown; `raw` keeps the values for sorting and copying. */
      readonly rows: readonly (readonly string[])[]
      readonly raw: readonly (readonly unknown[])[]
      readonly styles?: readonly (readonly (TableCellStyle | undefined)[])[]
      readonly totals?: readonly string[]
      /** Rows per page; absent means all on one page. */
      readonly pageLength?: number
      readonly isSearchable?: boolean
      /** Set when the server pages: all rows there are, of which `rows` is one page. */
      readonly rowCount?: number
      readonly summary: string
    }
  | {
      readonly kind: 'number'
      readonly value: string
      readonly caption: string
      readonly size: 'small' | 'large'
      /** Heights of value and caption as shares of the chart's height; drawers shrink both to fit the width. */
      readonly valueShare?: number
      readonly captionShare?: number
      /** From a conditional formatting rule. */
      readonly color?: string
      readonly summary: string
    }
  | { readonly kind: 'empty'; readonly title: string; readonly hint: string; readonly summary: string }

/** The wire's query object (facts, chart data): charts build it, the server plans it. */
export type QueryObject = Readonly<Record<string, unknown>>

/** A control of the panel, as data. One widget per kind in `web/src/controls`. */
export interface Control {
  readonly kind: ControlKind
  readonly name: string
  readonly label: string
  readonly help?: string
  readonly options?: readonly (readonly [value: string | number | boolean | null, label: string])[]
  readonly multiple?: boolean
  readonly freeForm?: boolean
  readonly required?: boolean
  readonly placeholder?: string
  /** Stands above this control as a small heading inside its section. */
  readonly heading?: string
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** Changing it redraws without asking the server again. */
  readonly renderTrigger?: boolean
  /** False: keeps its value while it is not visible, for when it is again. */
  readonly resetOnHide?: boolean
  /** The kind of a column by its name is undefined for custom SQL and unknown names. */
  readonly visible?: (form: Readonly<Record<string, unknown>>, kindOf?: (column: unknown) => Kind | undefined) => boolean
}

export interface ControlSection {
  readonly label: string
  readonly tab: 'data' | 'customize'
  readonly expanded: boolean
  readonly controls: readonly Control[]
}

/** A chart is a form and two pure functions: form → queries, frames → picture. Nothing here touches the DOM. */
export interface Chart<Form extends Record<string, unknown> = Record<string, unknown>> {
  /** The viz type key of saved charts. */
  readonly id: string
  readonly name: string
  readonly description: string
  readonly category: string
  readonly tags: readonly string[]
  /** Reads a saved form: unknown keys are kept, missing ones get their default, wrong ones are a problem. */
  readonly form: z.ZodType<Form>
  readonly sections: readonly ControlSection[]
  readonly queries: (form: Form) => readonly QueryObject[]
  readonly picture: (form: Form, frames: readonly Frame[], surroundings: Surroundings) => Picture
  /** Drawn by the gallery, and by the picker. */
  readonly example: { readonly form: Record<string, unknown>; readonly frames: readonly Frame[] }
}

export const defineChart = <Form extends Record<string, unknown>>(chart: Chart<Form>): Chart<Form> => chart
