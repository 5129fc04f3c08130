import { joinClasses } from '../ui/join-classes.ts'
import styles from './ChartSkeleton.module.css'

const bars = [56, 72, 48, 86, 68, 100, 80, 60]
const lines = [70, 52, 84, 44, 76, 62, 90]

type Shape = 'bars' | 'line' | 'rows' | 'number' | 'ring'

const shapeOf = (vizType: unknown): Shape => {
  const type = String(vizType)
  if (/table|list/.test(type)) return 'rows'
  if (/big_number|kpi/.test(type)) return 'number'
  if (/pie|rose|sunburst|gauge|radar/.test(type)) return 'ring'
  return /line|area|smooth|step/.test(type) ? 'line' : 'bars'
}

/** A grey chart of the kind and size that will come, so that nothing jumps. */
export const ChartSkeleton = ({ vizType }: { readonly vizType: unknown }) => {
  const shape = shapeOf(vizType)
  if (shape === 'number')
    return (
      <div className={joinClasses(styles.frame, styles.middle)} aria-hidden>
        <span className={styles.bone} style={{ width: '46%', maxWidth: 160, height: 28 }} />
        <span className={styles.bone} style={{ width: '30%', maxWidth: 96, height: 10 }} />
      </div>
    )
  if (shape === 'ring')
    return (
      <div className={joinClasses(styles.frame, styles.centre)} aria-hidden>
        <span className={styles.ring} />
      </div>
    )
  if (shape === 'rows')
    return (
      <div className={joinClasses(styles.frame, styles.flush)} data-flush aria-hidden>
        {lines.concat(lines).map((width, index) => (
          <span key={index} className={styles.rowLine}>
            <span className={styles.bone} style={{ width: `${String(width / 2)}%`, height: 10 }} />
            <span className={styles.bone} style={{ width: 48, height: 10 }} />
          </span>
        ))}
      </div>
    )
  return (
    <div className={styles.frame} aria-hidden>
      <span className={styles.legend}>
        <span className={styles.bone} style={{ width: 54, height: 8 }} />
        <span className={styles.bone} style={{ width: 40, height: 8 }} />
      </span>
      {shape === 'bars' ? (
        <span className={styles.bars}>
          {bars.map((height, index) => (
            <span key={index} className={styles.bone} style={{ height: `${String(height)}%` }} />
          ))}
        </span>
      ) : (
        <svg className={styles.line} viewBox="0 0 120 100" preserveAspectRatio="none">
          <polyline points={lines.map((y, index) => `${String(index * 20)},${String(y)}`).join(' ')} vectorEffect="non-scaling-stroke" />
        </svg>
      )}
      <span className={styles.axis}>
        <span className={styles.bone} style={{ width: 28, height: 8 }} />
        <span className={styles.bone} style={{ width: 28, height: 8 }} />
        <span className={styles.bone} style={{ width: 28, height: 8 }} />
      </span>
    </div>
  )
}
