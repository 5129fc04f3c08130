import { Eye, EyeOff, Search, X } from 'lucide-react'
import { useState } from 'react'
import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react'
import { t } from '../words/words.ts'
import { IconButton } from './Button.tsx'
import styles from './Field.module.css'
import { joinClasses } from './join-classes.ts'

export interface InputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'onChange'> {
  readonly size?: 'sm' | 'md'
  readonly leading?: ReactNode
  readonly trailing?: ReactNode
  readonly onChange?: (text: string) => void
  readonly ref?: Ref<HTMLInputElement>
}

export const Input = ({ size = 'sm', leading, trailing, onChange, className, type = 'text', ...rest }: InputProps) => (
  <span className={joinClasses(styles.box, className)}>
    {leading !== undefined && <span className={styles.leading}>{leading}</span>}
    <input
      {...rest}
      type={type}
      onChange={(event) => onChange?.(event.target.value)}
      className={joinClasses(
        styles.input,
        size === 'md' && styles.md,
        leading !== undefined && styles.hasLeading,
        trailing !== undefined && styles.hasTrailing,
      )}
    />
    {trailing !== undefined && <span className={styles.trailing}>{trailing}</span>}
  </span>
)

/** A field to search with: glass in front, a way to empty it behind. */
export const SearchInput = ({
  label,
  value,
  onChange,
  ...rest
}: Omit<InputProps, 'value' | 'onChange'> & { readonly label: string; readonly value: string; readonly onChange: (text: string) => void }) => (
  <Input
    placeholder={label}
    {...rest}
    type="search"
    aria-label={label}
    value={value}
    onChange={onChange}
    leading={<Search size={14} aria-hidden />}
    {...(value === '' ? {} : { trailing: <IconButton size="xs" label={t('ui.clearSearch')} icon={<X size={12} />} onClick={() => onChange('')} /> })}
  />
)

export const PasswordInput = (props: Omit<InputProps, 'type' | 'trailing'>) => {
  const [isShown, setIsShown] = useState(false)
  return (
    <Input
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={
        <IconButton
          size="xs"
          label={isShown ? t('ui.hidePassword') : t('ui.showPassword')}
          icon={isShown ? <EyeOff size={14} /> : <Eye size={14} />}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  )
}

export interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> {
  readonly onChange?: (text: string) => void
  readonly ref?: Ref<HTMLTextAreaElement>
}

export const TextArea = ({ onChange, className, ...rest }: TextAreaProps) => (
  <textarea {...rest} onChange={(event) => onChange?.(event.target.value)} className={joinClasses(styles.input, styles.area, className)} />
)
