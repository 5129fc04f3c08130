import type { Picture, Size } from '@sightline/charts'
import styles from './drawers.module.css'

type NumberPicture = Extract<Picture, { kind: 'number' }>

/** One number and what it is. It grows with its place, but never so much that it is cut. */
export const NumberDrawer = ({ picture, size }: { readonly picture: NumberPicture; readonly size: Size }) => {
  const widest = size.width / Math.max(4, picture.value.length * 0.62)
  const highest = size.height * (picture.caption === '' ? 0.6 : 0.5)
  const fontSize = Math.round(Math.max(18, Math.min(widest, highest, picture.size === 'large' ? 56 : 36)))
  return (
    <div className={styles.number}>
      <span className={styles.value} style={{ fontSize, lineHeight: 1.25 }}>
        {picture.value}
      </span>
      {picture.caption !== '' && <span className={styles.caption}>{picture.caption}</span>}
    </div>
  )
}
