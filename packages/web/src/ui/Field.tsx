import { CircleAlert, CircleHelp } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import styles from './Field.module.css'
import { Tooltip } from './Tooltip.tsx'

export interface FieldIds {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required': true | undefined
}

export interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  /** What the field is for; behind a small sign beside its label. */
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly isRequired?: boolean
  readonly children: (ids: FieldIds) => ReactNode
}

/** Label above, control, then the hint or what is wrong with it. */
export const Field = ({ label, hint, help, error, isRequired, children }: FieldProps) => {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={styles.field}>
      <span className={styles.labelRow}>
        <label htmlFor={id} className={styles.label}>
          {label}
          {isRequired && (
            <span className={styles.required} aria-hidden>
              *
            </span>
          )}
        </label>
        {help !== undefined && (
          <Tooltip text={help} side="right">
            <CircleHelp size={12} className={styles.help} role="img" aria-label={help} />
          </Tooltip>
        )}
      </span>
      {children({
        id,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-required': isRequired ? true : undefined,
      })}
      {error !== undefined ? (
        <p id={`${id}-note`} className={styles.error} role="alert">
          <CircleAlert size={12} aria-hidden />
          {error}
        </p>
      ) : (
        hint !== undefined && (
          <p id={`${id}-note`} className={styles.hint}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}
