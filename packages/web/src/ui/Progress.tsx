import { useId } from 'react'
import styles from './Progress.module.css'

export interface ProgressProps {
  readonly title: string
  /** From 0 to 1; absent while nobody knows. */
  readonly share: number | undefined
  readonly text: string
  readonly hint?: string
}

/** How far something long has come. */
export const Progress = ({ title, share, text, hint }: ProgressProps) => {
  const id = useId()
  const percent = share === undefined ? undefined : Math.min(100, Math.floor(share * 100))
  return (
    <div className={styles.progress}>
      <p id={id} className={styles.title}>
        {title}
      </p>
      <div role="progressbar" aria-labelledby={id} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100} aria-valuetext={text} className={styles.track}>
        <div className={percent === undefined ? styles.moving : styles.fill} style={percent === undefined ? undefined : { width: `${percent}%` }} />
      </div>
      <p className={styles.text}>
        <span>{text}</span>
        {percent !== undefined && <span>{percent} %</span>}
      </p>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    </div>
  )
}
