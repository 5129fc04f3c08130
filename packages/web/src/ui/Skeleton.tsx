import styles from './Skeleton.module.css'

/** A grey shape of the size of what will come, so that nothing jumps. Hidden from readers: the place around it says it is busy. */
export const Skeleton = ({
  width = '100%',
  height = 12,
  radius,
}: {
  readonly width?: number | string
  readonly height?: number | string
  readonly radius?: number | string
}) => <span aria-hidden className={styles.bone} style={{ width, height, ...(radius === undefined ? {} : { borderRadius: radius }) }} />
