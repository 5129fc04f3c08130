import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { RefObject } from 'react'
import { normaliseError } from '../../../api/normalise-error.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { KindGlyph } from '../../../viz/KindGlyph.tsx'
import { t } from '../../../words/words.ts'
import { ColumnProfileView } from './ColumnProfileView.tsx'
import { kindOfType, shortType } from './describe-type.ts'
import styles from './Profile.module.css'
import { profileQuery, type TableColumn, type TablePlace } from './queries.ts'

export interface ProfileTarget {
  readonly place: TablePlace
  readonly column: TableColumn
  readonly anchor: RefObject<HTMLElement | null>
}

/** A quick look at what a column holds, beside it. Closing it ends the question in the database too. */
export const ProfilePopover = ({ target, onClose }: { readonly target: ProfileTarget | null; readonly onClose: () => void }) =>
  target && (
    <Popover
      isOpen
      onClose={onClose}
      anchor={target.anchor}
      side="right"
      align="start"
      label={t('sqlside.profileOf', { name: target.column.name })}
      className={styles.panel}
    >
      <Look key={`${target.place.name}.${target.column.name}`} target={target} onClose={onClose} />
    </Popover>
  )

const Look = ({ target: { place, column }, onClose }: { readonly target: ProfileTarget; readonly onClose: () => void }) => {
  const profile = useQuery(profileQuery(place, column.name))
  const type = column.longType ?? column.type
  return (
    <div className={styles.look}>
      <div className={styles.head}>
        <KindGlyph kind={kindOfType(type)} size={14} />
        <strong className={styles.title}>{column.name}</strong>
        <span className={styles.type}>{shortType(type)}</span>
        <IconButton size="xs" isTooltipHidden label={t('ui.close')} icon={<X size={14} />} onClick={onClose} />
      </div>
      {profile.isFetching && !profile.data ? (
        <div className={styles.waiting} role="status">
          <Spinner size={14} />
          <span>{t('sqlside.profiling')}</span>
          <Button onClick={onClose}>{t('sqlside.cancel')}</Button>
        </div>
      ) : profile.error ? (
        <ErrorBox title={t('sqlside.profileFailed')} text={normaliseError(profile.error).error} onRetry={() => void profile.refetch()} />
      ) : (
        profile.data && <ColumnProfileView profile={profile.data} />
      )}
    </div>
  )
}
