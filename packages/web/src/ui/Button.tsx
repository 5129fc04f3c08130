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
  /** Why it is disabled; shown as a tooltip. With it the button still takes the focus, so that the reason can be read without a mouse. */
  readonly disabledReason?: string | undefined
  readonly ref?: Ref<HTMLButtonElement>
}

/** A button that says why it cannot be used stays in the order of the keyboard and does nothing. */
const blocked = { type: 'button', disabled: false, 'aria-disabled': true, onClick: undefined } as const

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
  const isBlocked = isDisabled && !isBusy && disabledReason !== undefined
  const button = (
    <button
      {...rest}
      type={type}
      disabled={isDisabled || isBusy}
      aria-busy={isBusy || undefined}
      className={joinClasses(styles.button, styles[kind], size === 'md' && styles.md, className)}
      {...(isBlocked ? blocked : {})}
    >
      {isBusy ? <Spinner size={14} /> : icon}
      {children}
    </button>
  )
  return isBlocked ? <Tooltip text={disabledReason}>{button}</Tooltip> : button
}

export interface ButtonLinkProps {
  readonly to: string
  readonly kind?: ButtonKind
  readonly size?: 'sm' | 'md'
  readonly icon?: ReactNode
  readonly children?: ReactNode
  /** For addresses the server answers itself. */
  readonly isFullLoad?: boolean
  /** Beside this page instead of in its place. */
  readonly isNewWindow?: boolean
  readonly className?: string | undefined
}

/** Looks like a button, is a link: can be opened in a new tab. */
export const ButtonLink = ({ to, kind = 'default', size = 'sm', icon, children, isFullLoad, isNewWindow = false, className }: ButtonLinkProps) => (
  <Link
    to={to}
    reloadDocument={isFullLoad ?? false}
    target={isNewWindow ? '_blank' : undefined}
    className={joinClasses(styles.button, styles[kind], size === 'md' && styles.md, className)}
  >
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
  const isBlocked = isDisabled && !isBusy && disabledReason !== undefined
  const button = (
    <button
      {...rest}
      type={type}
      aria-label={label}
      disabled={isDisabled || isBusy}
      aria-busy={isBusy || undefined}
      className={joinClasses(styles.button, styles[kind], styles.icon, size !== 'sm' && styles[size], className)}
      {...(isBlocked ? blocked : {})}
    >
      {isBusy ? <Spinner size={14} /> : icon}
    </button>
  )
  return isTooltipHidden ? button : <Tooltip text={isBlocked ? disabledReason : label}>{button}</Tooltip>
}
