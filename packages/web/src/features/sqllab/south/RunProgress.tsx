import { Badge } from '../../../ui/Badge.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useElapsed } from '../../../viz/use-elapsed.ts'
import { t, tCount } from '../../../words/words.ts'
import type { Run } from '../state/model.ts'
import { labelOfStatus, labelTones, secondsText } from './run-labels.ts'
import { TrackLink } from './RunFailure.tsx'
import styles from './South.module.css'

/** A run that has no rows yet: how it stands, for how long, and how far it is where the database tells. */
export const RunProgress = ({ run }: { readonly run: Run }) => {
  const elapsed = useElapsed(run.startDttm)
  const label = labelOfStatus(run.state)
  const percent = Math.round(run.progress)
  return (
    <div className={styles.middle}>
      <div className={styles.progress}>
        {percent > 0 ? (
          <div className={styles.percent}>
            <progress className={styles.bar} max={100} value={percent} aria-label={t('sqllab.progress')} />
            <span>{percent} %</span>
          </div>
        ) : (
          <Spinner size={20} />
        )}
        <div className={styles.progressLine}>
          <span role="status">
            <Badge tone={labelTones[label]}>{t(`sqllab.state.${label}`)}</Badge>
          </span>
          <span className={styles.numbers}>{secondsText(elapsed)}</span>
          {run.rows !== null && run.rows > 0 && <span className={styles.numbers}>{tCount('sqllab.rowsSoFar', run.rows)}</span>}
        </div>
        {run.progressText !== null && <p className={styles.doing}>{run.progressText}</p>}
        {run.trackingUrl && <TrackLink url={run.trackingUrl} label={t('sqllab.trackJob')} />}
      </div>
    </div>
  )
}
