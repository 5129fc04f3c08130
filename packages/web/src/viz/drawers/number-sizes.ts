import type { Size } from '@sightline/charts'

/** As large as its author asked for, but never cut. */
const fit = (text: string, width: number, wished: number, least: number, most: number): number =>
  Math.round(Math.max(least, Math.min(wished, most, width / Math.max(3, text.length * 0.62))))

/**
 * Font sizes of a big number and its caption. The form asks for shares of the height; in the small cards of a dashboard the number stays near the
 * size of a heading, so that name, number and caption keep their distance.
 */
export const numberSizes = (
  picture: {
    readonly value: string
    readonly caption: string
    readonly size: 'small' | 'large'
    readonly valueShare?: number
    readonly captionShare?: number
  },
  { width, height }: Size,
): { readonly fontSize: number; readonly captionSize: number } => {
  const share = picture.valueShare ?? (picture.size === 'large' ? 0.4 : 0.27)
  const most = Math.max(28, Math.min(96, height * 0.3))
  return {
    fontSize: fit(picture.value, width, height * share, 18, most),
    captionSize: fit(picture.caption, width * 1.6, height * (picture.captionShare ?? 0.12), 12, height < 200 ? 13 : 20),
  }
}
