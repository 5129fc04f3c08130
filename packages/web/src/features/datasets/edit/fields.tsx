import type { ReactNode } from 'react'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input, TextArea } from '../../../ui/Input.tsx'
import { joinClasses } from '../../../ui/join-classes.ts'
import styles from './Edit.module.css'

interface TextProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly placeholder?: string
  readonly isWhole?: boolean
  readonly inputMode?: 'numeric' | 'url'
  readonly most?: number
}

/** One line of text with its name above it. */
export const TextField = ({ label, value, onChange, hint, error, placeholder, isWhole, inputMode, most }: TextProps) => (
  <div className={isWhole ? styles.whole : undefined}>
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <Input
          {...ids}
          autoComplete="off"
          spellCheck={false}
          maxLength={most}
          placeholder={placeholder}
          inputMode={inputMode}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  </div>
)

/** Several lines; `isCode` for SQL and JSON. */
export const LongField = ({
  label,
  value,
  onChange,
  hint,
  error,
  placeholder,
  isWhole,
  isCode = false,
  rows = 2,
}: TextProps & { readonly isCode?: boolean; readonly rows?: number }) => (
  <div className={isWhole ? styles.whole : undefined}>
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <TextArea
          {...ids}
          rows={rows}
          spellCheck={!isCode}
          placeholder={placeholder}
          className={isCode ? styles.code : undefined}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  </div>
)

/** A field in a cell of the table: its column is its label. */
export const CellInput = ({
  label,
  value,
  error,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (text: string) => void
}) => (
  <>
    <Input aria-label={label} aria-invalid={error === undefined ? undefined : true} autoComplete="off" spellCheck={false} value={value} onChange={onChange} />
    <CellError text={error} />
  </>
)

const mostLines = 6

export const CellSql = ({
  label,
  value,
  error,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (text: string) => void
}) => (
  <>
    <TextArea
      aria-label={label}
      aria-invalid={error === undefined ? undefined : true}
      className={joinClasses(styles.code)}
      rows={Math.min(mostLines, value.split('\n').length)}
      spellCheck={false}
      value={value}
      onChange={onChange}
    />
    <CellError text={error} />
  </>
)

export const CellError = ({ text }: { readonly text: string | undefined }): ReactNode =>
  text === undefined ? null : (
    <span className={styles.error} role="alert">
      {text}
    </span>
  )

/** A yes or no, with what it means below. */
export const FlagField = ({
  label,
  hint,
  isOn,
  isDisabled = false,
  onChange,
}: {
  readonly label: string
  readonly hint: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isOn: boolean) => void
}) => (
  <div className={styles.setting}>
    <Checkbox label={label} isChecked={isOn} isDisabled={isDisabled} onChange={(isChecked) => onChange(isChecked)} />
    <p className={styles.settingHint}>{hint}</p>
  </div>
)
