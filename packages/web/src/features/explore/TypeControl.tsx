import { charts } from '@sightline/charts'
import { Button } from '../../ui/Button.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { VizGlyph } from '../../ui/VizGlyph.tsx'
import { t } from '../../words/words.ts'
import { quickTypes } from './quick-types.ts'
import styles from './TypeControl.module.css'

/** The type of the chart: one click for the common ones, a dialog for all. */
export const TypeControl = ({
  current,
  drawn,
  onPick,
  onViewAll,
}: {
  readonly current: string
  readonly drawn: string | undefined
  readonly onPick: (id: string) => void
  readonly onViewAll: () => void
}) => (
  <div className={styles.type}>
    <div className={styles.head}>
      <span className={styles.name}>{charts.find(({ id }) => id === current)?.name ?? current}</span>
      <Button kind="link" onClick={onViewAll}>
        {t('explore.viewAll')}
      </Button>
    </div>
    <div className={styles.tiles} role="group" aria-label={t('explore.quickTypes')}>
      {quickTypes(current, drawn).map(({ id, name }) => (
        <Tooltip key={id} text={name}>
          <button
            type="button"
            aria-label={name}
            aria-pressed={id === current}
            className={joinClasses(styles.tile, id === current && styles.chosen)}
            onClick={() => onPick(id)}
          >
            <VizGlyph vizType={id} size={18} />
          </button>
        </Tooltip>
      ))}
    </div>
  </div>
)
