import { useId } from 'react'
import { Switch } from '../../ui/Checkbox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, PasswordInput } from '../../ui/Input.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { Select } from '../../ui/Select.tsx'
import { t } from '../../words/words.ts'
import styles from './Databases.module.css'
import { DisplayName } from './DisplayName.tsx'
import { fieldsOf } from './parameter-fields.ts'
import type { ParameterField } from './parameter-fields.ts'
import type { ConnectionEditor } from './use-connection-editor.ts'
import type { ParametersSchema } from './wire.ts'

const widthOf = (field: ParameterField, all: readonly ParameterField[]): string | undefined => {
  const has = (name: string): boolean => all.some((other) => other.name === name)
  if (field.isShort && has('host')) return styles.third
  if (field.name === 'host' && all.some((other) => other.isShort)) return styles.twoThirds
  return (field.name === 'username' && has('password')) || (field.name === 'password' && has('username')) ? styles.half : undefined
}

/** The form of a kind of database, made from its schema. Credentials come first, then the name, then what is rarely needed. */
export const ParameterFields = ({ schema, editor }: { readonly schema: ParametersSchema; readonly editor: ConnectionEditor }) => {
  const fields = fieldsOf(schema, editor.form.engine)
  const isLate = ({ name }: ParameterField): boolean => name === 'query' || name === 'encryption'
  const draw = (field: ParameterField) => <ParameterInput key={field.name} field={field} className={widthOf(field, fields)} editor={editor} />
  return (
    <div className={styles.fields} onBlur={editor.leaveField}>
      {fields.filter((field) => !isLate(field)).map(draw)}
      <DisplayName editor={editor} />
      {fields.filter(isLate).map(draw)}
    </div>
  )
}

const ParameterInput = ({
  field,
  className,
  editor,
}: {
  readonly field: ParameterField
  readonly className: string | undefined
  readonly editor: ConnectionEditor
}) => {
  const hintId = useId()
  const value = editor.form.parameters[field.name]
  const set = (next: string | boolean): void => editor.change({ parameters: { ...editor.form.parameters, [field.name]: next } }, field.name)
  if (field.input === 'switch')
    return (
      <div className={styles.switchLine}>
        <Switch label={field.label} isOn={value === true} onChange={set} aria-describedby={hintId} />
        <p id={hintId} className={styles.settingHint}>
          {field.name === 'encryption' ? t('databases.sslHint') : (field.hint ?? '')}
        </p>
      </div>
    )
  const text = typeof value === 'string' ? value : ''
  return (
    <div className={joinClasses(styles.cell, className)}>
      <Field label={field.label} hint={field.hint} error={editor.faults[field.name]} isRequired={field.isRequired}>
        {(ids) =>
          field.input === 'choice' ? (
            <Select
              id={ids.id}
              aria-describedby={ids['aria-describedby']}
              size="md"
              label={field.label}
              isInvalid={ids['aria-invalid']}
              options={(field.choices ?? []).map((choice) => ({ value: choice, label: choice }))}
              value={text === '' ? undefined : text}
              isClearable={!field.isRequired}
              onChange={(choice) => set(choice ?? '')}
            />
          ) : field.input === 'secret' ? (
            <PasswordInput {...ids} size="md" autoComplete="new-password" placeholder={field.placeholder} value={text} onChange={set} />
          ) : (
            <Input
              {...ids}
              size="md"
              autoComplete="off"
              spellCheck={false}
              inputMode={field.input === 'number' ? 'numeric' : undefined}
              placeholder={field.placeholder}
              value={text}
              onChange={set}
            />
          )
        }
      </Field>
    </div>
  )
}
