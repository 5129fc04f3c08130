/** Colours a picture is drawn with. Values come from the one tokens file; light and dark are equals. */
export interface Palette {
  readonly theme: 'light' | 'dark'
  readonly surface: string
  readonly ink: string
  readonly inkMuted: string
  readonly axis: string
  readonly grid: string
  readonly compare: string
  readonly accent: string
  readonly positive: string
  readonly negative: string
  readonly categorical: readonly string[]
  readonly sequential: readonly string[]
  readonly diverging: readonly string[]
  readonly fontFamily: string
  readonly monoFamily: string
}
