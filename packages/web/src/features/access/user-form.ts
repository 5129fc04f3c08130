import type { UserPut } from '@sightline/contract'
import { t } from '../../words/words.ts'
import type { UserRow } from './queries.ts'

export interface UserForm {
  readonly first_name: string
  readonly last_name: string
  readonly username: string
  readonly email: string
  readonly active: boolean
  readonly roles: readonly number[]
  readonly password: string
  readonly repeat: string
}

export type UserFaults = Partial<Record<keyof UserForm, string>>

export const formOf = (user: UserRow | undefined): UserForm => ({
  first_name: user?.first_name ?? '',
  last_name: user?.last_name ?? '',
  username: user?.username ?? '',
  email: user?.email ?? '',
  active: user?.active ?? true,
  roles: user?.roles.map((role) => role.id) ?? [],
  password: '',
  repeat: '',
})

/** The password typed twice; where none is needed it may stay empty. */
export const findPasswordFaults = (form: Pick<UserForm, 'password' | 'repeat'>, isNeeded: boolean): Pick<UserFaults, 'password' | 'repeat'> => ({
  ...(isNeeded && form.password === '' ? { password: t('users.required') } : {}),
  ...(form.password === form.repeat ? {} : { repeat: t('users.mustMatch') }),
})

/** What keeps the form from being sent. An existing user may keep their password. */
export const findUserFaults = (form: UserForm, isNew: boolean): UserFaults => {
  const faults: UserFaults = findPasswordFaults(form, isNew)
  for (const key of ['first_name', 'last_name', 'username', 'email'] as const) if (form[key].trim() === '') faults[key] = t('users.required')
  if (faults.email === undefined && !/^[^\s@]+@[^\s@]+$/.test(form.email.trim())) faults.email = t('users.badEmail')
  if (form.roles.length === 0) faults.roles = t('users.needsRole')
  return faults
}

/** The body of the call; the password goes along only when one was typed. */
export const bodyOf = (form: UserForm): UserPut => ({
  first_name: form.first_name.trim(),
  last_name: form.last_name.trim(),
  username: form.username.trim(),
  email: form.email.trim(),
  active: form.active,
  roles: [...form.roles],
  ...(form.password === '' ? {} : { password: form.password }),
})
