import type { Picture, Size } from '@sightline/charts'
import styles from './drawers.module.css'

type NumberPicture = Extract<Picture, { kind: 'number' }>

/** As large as its author asked for, but never cut and never louder than the charts around it. */
const fit = (text: string, width: number, wished: number, least: number, most: number): number =>
  Math.round(Math.max(least, Math.min(wished, most, width / Math.max(3, text.length * 0.62))))

/** One number and what it is. */
export const NumberDrawer = ({ picture, size }: { readonly picture: NumberPicture; readonly size: Size }) => {
  const share = picture.valueShare ?? (picture.size === 'large' ? 0.4 : 0.27)
  const fontSize = fit(picture.value, size.width, size.height * share, 18, 96)
  const captionSize = fit(picture.caption, size.width * 1.6, size.height * (picture.captionShare ?? 0.12), 12, size.height < 200 ? 13 : 20)
  return (
    <div className={styles.number}>
      <span className={styles.value} style={{ fontSize, lineHeight: 1.25, ...(picture.color === undefined ? {} : { color: picture.color }) }}>
        {picture.value}
      </span>
      {picture.caption !== '' && (
        <span className={styles.caption} style={{ fontSize: captionSize, lineHeight: 1.4 }}>
          {picture.caption}
        </span>
      )}
    </div>
  )
}
