import { useId } from 'react'
import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/Checkbox.tsx'
import styles from './Databases.module.css'

/** A box to tick, with what it does below it; what depends on it stands indented while it is ticked. */
export const Setting = ({
  label,
  hint,
  isOn,
  isDisabled = false,
  onChange,
  children,
}: {
  readonly label: string
  readonly hint: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children?: ReactNode
}) => {
  const id = useId()
  return (
    <div className={styles.setting}>
      <Checkbox label={label} isChecked={isOn} isDisabled={isDisabled} onChange={onChange} aria-describedby={id} />
      <p id={id} className={styles.settingHint}>
        {hint}
      </p>
      {isOn && children !== undefined && <div className={styles.nested}>{children}</div>}
    </div>
  )
}
