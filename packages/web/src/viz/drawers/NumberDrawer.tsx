import type { Picture, Size } from '@sightline/charts'
import { numberSizes } from './number-sizes.ts'
import styles from './drawers.module.css'

type NumberPicture = Extract<Picture, { kind: 'number' }>

/** One number and what it is. */
export const NumberDrawer = ({ picture, size }: { readonly picture: NumberPicture; readonly size: Size }) => {
  const { fontSize, captionSize } = numberSizes(picture, size)
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
