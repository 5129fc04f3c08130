import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import styles from './Button.module.css'
import { joinClasses } from './join-classes.ts'
import { Spinner } from './Spinner.tsx'
import { Tooltip } from './Tooltip.tsx'

type ButtonKind = 'primary' | 'default' | 'quiet' | 'danger' | 'dangerFill' | 'link'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  readonly kind?: ButtonKind
  /** 28 px in tools, 32 px (`md`) for page actions and dialogs. */
  readonly size?: 'sm' | 'md'
  readonly icon?: ReactNode
  readonly isBusy?: boolean
  readonly isDisabled?: boolean
  /** Why it is disabled; shown as a tooltip. */
  readonly disabledReason?: string | undefined
  readonly ref?: Ref<HTMLButtonElement>
}

export const Button = ({
  kind = 'default',
  size = 'sm',
  icon,
  isBusy,
  isDisabled,
  disabledReason,
  children,
  className,
  type = 'button',
  ...rest
}: ButtonProps) => {
  const button = (
    <button
      {...rest}
      type={type}
      disabled={isDisabled || isBusy}
      aria-busy={isBusy || undefined}
      className={joinClasses(styles.button, styles[kind], size === 'md' && styles.md, className)}
    >
      {isBusy ? <Spinner size={14} /> : icon}
      {children}
    </button>
  )
  return isDisabled && disabledReason !== undefined ? <Tooltip text={disabledReason}>{button}</Tooltip> : button
}

export interface ButtonLinkProps {
  readonly to: string
  readonly kind?: ButtonKind
  readonly size?: 'sm' | 'md'
  readonly icon?: ReactNode
  readonly children?: ReactNode
  /** For addresses the server answers itself. */
  readonly isFullLoad?: boolean
  readonly className?: string | undefined
}

/** Looks like a button, is a link: can be opened in a new tab. */
export const ButtonLink = ({ to, kind = 'default', size = 'sm', icon, children, isFullLoad, className }: ButtonLinkProps) => (
  <Link to={to} reloadDocument={isFullLoad ?? false} className={joinClasses(styles.button, styles[kind], size === 'md' && styles.md, className)}>
    {icon}
    {children}
  </Link>
)

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'size' | 'icon'> {
  /** What it does: the accessible name and the tooltip. */
  readonly label: string
  readonly icon: ReactNode
  readonly size?: 'xs' | 'sm' | 'md'
  readonly isTooltipHidden?: boolean
}

export const IconButton = ({
  label,
  icon,
  kind = 'quiet',
  size = 'sm',
  isBusy,
  isDisabled,
  disabledReason,
  className,
  type = 'button',
  isTooltipHidden,
  ...rest
}: IconButtonProps) => {
  const button = (
    <button
      {...rest}
      type={type}
      aria-label={label}
      disabled={isDisabled || isBusy}
      aria-busy={isBusy || undefined}
      className={joinClasses(styles.button, styles[kind], styles.icon, size !== 'sm' && styles[size], className)}
    >
      {isBusy ? <Spinner size={14} /> : icon}
    </button>
  )
  return isTooltipHidden ? button : <Tooltip text={isDisabled && disabledReason !== undefined ? disabledReason : label}>{button}</Tooltip>
}
