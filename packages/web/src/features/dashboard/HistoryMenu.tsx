import { Check, Flag, History, Move, Pencil, Plus, Redo2, Scaling, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { Popover } from '../../ui/Popover.tsx'
import { t } from '../../words/words.ts'
import styles from './DashboardHeader.module.css'
import type { BoardState, HistoryEntry } from './state.ts'

const glyphs = { opened: Flag, add: Plus, move: Move, resize: Scaling, remove: Trash2, rename: Pencil } as const

const wordsOf = ({ note }: HistoryEntry): string => (note.kind === 'opened' ? t('dashboard.did.opened') : t(`dashboard.did.${note.kind}`, { name: note.name }))

/** Everything done since the dashboard was opened; a click goes there. */
export const HistoryMenu = ({ state, onJump }: { readonly state: BoardState; readonly onJump: (to: number) => void }) => {
  const [openedAt, setOpenedAt] = useState<number>()
  const button = useRef<HTMLButtonElement>(null)
  const timeOf = (index: number, at: number): string => {
    if (index > state.at) return t('dashboard.undone')
    const minutes = Math.floor(((openedAt ?? at) - at) / 60_000)
    return minutes < 1 ? t('dashboard.now') : t('dashboard.minutes', { count: minutes })
  }
  return (
    <>
      <IconButton
        ref={button}
        label={t('dashboard.history')}
        icon={<History size={16} />}
        aria-haspopup="dialog"
        aria-expanded={openedAt !== undefined}
        onClick={() => setOpenedAt(openedAt === undefined ? Date.now() : undefined)}
      />
      <Popover
        isOpen={openedAt !== undefined}
        onClose={() => setOpenedAt(undefined)}
        anchor={button}
        align="end"
        label={t('dashboard.history')}
        className={styles.history}
      >
        <p className={styles.historyHead}>
          <span>{t('dashboard.history')}</span>
          <span>{t('dashboard.sinceOpening')}</span>
        </p>
        <ol reversed>
          {state.entries
            .map((entry, index) => {
              const Glyph = index === state.at ? Check : index > state.at ? Redo2 : glyphs[entry.note.kind]
              return (
                <li key={index}>
                  <button
                    type="button"
                    className={joinClasses(styles.entry, index === state.at && styles.present, index > state.at && styles.undone)}
                    aria-current={index === state.at ? 'step' : undefined}
                    onClick={() => onJump(index)}
                  >
                    <Glyph size={14} aria-hidden />
                    <span className={styles.entryText}>{wordsOf(entry)}</span>
                    <span className={styles.entryTime}>{timeOf(index, entry.at)}</span>
                  </button>
                </li>
              )
            })
            .toReversed()}
        </ol>
      </Popover>
    </>
  )
}
