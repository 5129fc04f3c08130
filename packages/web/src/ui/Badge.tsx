import { BadgeCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../words/words.ts'
import styles from './Badge.module.css'
import { joinClasses } from './join-classes.ts'
import { Tooltip } from './Tooltip.tsx'

export interface BadgeProps {
  readonly tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info' | 'outline'
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** A short state: "Limit reached", "Draft", a count. */
export const Badge = ({ tone = 'neutral', icon, children }: BadgeProps) => (
  <span className={joinClasses(styles.badge, tone !== 'neutral' && styles[tone])}>
    {icon}
    {children}
  </span>
)

export const CertifiedBadge = ({
  by,
  details,
  size = 14,
}: {
  readonly by: string | null | undefined
  readonly details?: string | null | undefined
  readonly size?: number
}) => {
  if (!by) return null
  const text = t('ui.certifiedBy', { name: by })
  return (
    <Tooltip text={details ? `${text}\n${details}` : text}>
      <span role="img" aria-label={text} className={styles.certified}>
        <BadgeCheck size={size} aria-hidden />
      </span>
    </Tooltip>
  )
}

/** A chosen value that can be taken out again. */
export const Tag = ({ label, onRemove, tone = 'neutral' }: { readonly label: string; readonly onRemove?: () => void; readonly tone?: BadgeProps['tone'] }) => (
  <Badge tone={tone}>
    <span className={styles.text}>{label}</span>
    {onRemove !== undefined && (
      <button
        type="button"
        aria-label={t('ui.removeOption', { label })}
        className={styles.remove}
        onClick={(event) => {
          event.stopPropagation()
          onRemove()
        }}
      >
        <X size={12} aria-hidden />
      </button>
    )}
  </Badge>
)
