import { formatCount, t } from '../../words/words.ts'
import styles from './Report.module.css'
import { toneOf } from './report-rows.ts'
import type { Section, StateFilter } from './report-rows.ts'

export interface Tile {
  readonly section: Section
  readonly count: number
  readonly states: readonly (readonly [StateFilter, number])[]
}

/** How much came of each kind and in what state; the chosen one is listed below. */
export const SectionTiles = ({
  tiles,
  value,
  onChange,
}: {
  readonly tiles: readonly Tile[]
  readonly value: Section
  readonly onChange: (section: Section) => void
}) => (
  <div role="group" aria-label={t('moving.summary')} className={styles.tiles}>
    {tiles.map(({ section, count, states }) => {
      const shown = states.filter(([state]) => state !== 'closed' && state !== 'came')
      return (
        <button key={section} type="button" className={styles.tile} aria-pressed={section === value} onClick={() => onChange(section)}>
          <span className={styles.tileName}>{t(`moving.section.${section}`)}</span>
          <span className={styles.tileCount}>{formatCount(count)}</span>
          <span className={styles.tileBar} aria-hidden>
            {shown.map(([state, some]) => (
              <span key={state} className={styles[toneOf[state as keyof typeof toneOf]]} style={{ flexGrow: some }} />
            ))}
          </span>
          <span className={styles.tileStates}>
            {shown.map(([state, some]) => (
              <span key={state}>
                {formatCount(some)} {t(`moving.state.${state}`).toLowerCase()}
              </span>
            ))}
          </span>
        </button>
      )
    })}
  </div>
)
