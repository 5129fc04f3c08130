import { charts } from '@sightline/charts'
import { useState } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SearchInput } from '../../ui/Input.tsx'
import { VizGlyph } from '../../ui/VizGlyph.tsx'
import { t } from '../../words/words.ts'
import { findTypes } from './quick-types.ts'
import styles from './TypePicker.module.css'

/** The chart types as tiles; one is chosen, its description stands below. */
export const TypeGrid = ({
  value,
  onChange,
  onConfirm,
}: {
  readonly value: string | undefined
  readonly onChange: (id: string) => void
  readonly onConfirm: (id: string) => void
}) => {
  const [text, setText] = useState('')
  const found = findTypes(text)
  const chosen = charts.find(({ id }) => id === value)
  return (
    <div className={styles.picker}>
      <SearchInput label={t('explore.searchTypes')} value={text} onChange={setText} />
      <div className={styles.tiles} role="listbox" aria-label={t('explore.pickType')}>
        {found.map((chart) => (
          <button
            key={chart.id}
            type="button"
            role="option"
            aria-selected={chart.id === value}
            className={styles.tile}
            onClick={() => onChange(chart.id)}
            onDoubleClick={() => onConfirm(chart.id)}
          >
            <span className={styles.glyph}>
              <VizGlyph vizType={chart.id} />
            </span>
            {chart.name}
          </button>
        ))}
        {found.length === 0 && <p className={styles.none}>{t('explore.noTypes')}</p>}
      </div>
      <div className={styles.details} aria-live="polite">
        {chosen && (
          <>
            <strong>{chosen.name}</strong>
            <p>{chosen.description || t('explore.noDescription')}</p>
            {chosen.tags.length > 0 && (
              <p className={styles.tags}>
                {chosen.tags.map((tag) => (
                  <Badge key={tag}>{tag}</Badge>
                ))}
              </p>
            )}
          </>
        )}
      </div>
    </div>
  )
}

/** EXP-2.17: pick another type for the chart on the screen. */
export const TypePicker = ({ current, onPick, onClose }: { readonly current: string; readonly onPick: (id: string) => void; readonly onClose: () => void }) => {
  const [value, setValue] = useState<string | undefined>(charts.some(({ id }) => id === current) ? current : undefined)
  return (
    <Dialog
      isOpen
      title={t('explore.pickType')}
      width={640}
      onClose={onClose}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button size="md" kind="primary" isDisabled={value === undefined} onClick={() => value !== undefined && onPick(value)}>
            {t('explore.select')}
          </Button>
        </>
      }
    >
      <TypeGrid value={value} onChange={setValue} onConfirm={onPick} />
    </Dialog>
  )
}
