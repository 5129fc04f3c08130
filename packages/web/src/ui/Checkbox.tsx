import { useEffect, useRef } from 'react'
import styles from './Checkbox.module.css'

export interface CheckboxProps {
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean, event: { readonly isShiftHeld: boolean }) => void
  /** Shown beside the box; with `isLabelHidden` only read aloud. */
  readonly label: string
  readonly isLabelHidden?: boolean
  /** Some of the things it stands for are checked, some are not. */
  readonly isMixed?: boolean
  readonly isDisabled?: boolean
  readonly 'aria-describedby'?: string
}

export const Checkbox = ({ isChecked, onChange, label, isLabelHidden, isMixed = false, isDisabled, 'aria-describedby': note }: CheckboxProps) => {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  }, [isMixed])
  const input = (
    <input
      ref={box}
      type="checkbox"
      className={styles.box}
      checked={isChecked}
      disabled={isDisabled}
      aria-label={isLabelHidden ? label : undefined}
      aria-describedby={note}
      onChange={(event) => onChange(event.target.checked, { isShiftHeld: (event.nativeEvent as MouseEvent).shiftKey === true })}
    />
  )
  return isLabelHidden ? (
    input
  ) : (
    <label className={styles.line}>
      {input}
      {label}
    </label>
  )
}

export const Switch = ({
  isOn,
  onChange,
  label,
  isLabelHidden,
  isDisabled,
  'aria-describedby': note,
}: {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly isDisabled?: boolean
  readonly 'aria-describedby'?: string
}) => (
  <label className={styles.line}>
    <input
      type="checkbox"
      role="switch"
      className={styles.switch}
      checked={isOn}
      disabled={isDisabled}
      aria-label={isLabelHidden ? label : undefined}
      aria-describedby={note}
      onChange={(event) => onChange(event.target.checked)}
    />
    {!isLabelHidden && label}
  </label>
)
