import { t } from '../../words/words.ts'
import styles from './Databases.module.css'

export const StepHead = ({
  step,
  steps = 3,
  title,
  text,
}: {
  readonly step: number
  readonly steps?: number
  readonly title: string
  readonly text?: string
}) => (
  <div className={styles.stepHead}>
    <p className={styles.step}>{t('databases.step', { step, steps })}</p>
    <h3 className={styles.stepTitle}>{title}</h3>
    {text !== undefined && <p className={styles.stepText}>{text}</p>}
  </div>
)
