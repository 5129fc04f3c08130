import { t } from '../../words/words.ts'

const shortestPassword = 8

export interface PasswordFaults {
  readonly password?: string
  readonly repeat?: string
}

/** What is wrong with a new password before the server is asked; empty when it may be sent. */
export const findFaults = (password: string, repeat: string): PasswordFaults => {
  if (password.length < shortestPassword) return { password: t('password.tooShort', { count: shortestPassword }) }
  return password === repeat ? {} : { repeat: t('password.differs') }
}
