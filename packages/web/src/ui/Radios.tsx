import { useId } from 'react'
import { joinClasses } from './join-classes.ts'
import styles from './Radios.module.css'

export interface RadiosProps<Value extends string> {
  /** What is being chosen, read aloud before the choices. */
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly isDisabled?: boolean
  readonly isColumn?: boolean
}

/** One of a few things, all of them in sight. */
export const Radios = <Value extends string>({ label, options, value, onChange, isDisabled = false, isColumn = false }: RadiosProps<Value>) => {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={joinClasses(styles.group, isColumn && styles.column)}>
      {options.map((option) => (
        <label key={option.value} className={styles.line}>
          <RadioDot name={name} isChecked={option.value === value} isDisabled={isDisabled} onChoose={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </div>
  )
}

/** A single dot, for groups that run down a column of a table. */
export const RadioDot = ({
  name,
  isChecked,
  isDisabled = false,
  label,
  onChoose,
}: {
  readonly name: string
  readonly isChecked: boolean
  readonly isDisabled?: boolean
  readonly label?: string
  readonly onChoose: () => void
}) => <input type="radio" name={name} className={styles.dot} checked={isChecked} disabled={isDisabled} aria-label={label} onChange={onChoose} />
