import type { UserPost, userEndpoints } from '@sightline/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { requestFor } from '../../api/client.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import { sayCreateFailure, saySaveFailure } from '../../api/say-failure.ts'
import { nameOf } from '../../ui/avatar.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, PasswordInput } from '../../ui/Input.tsx'
import { MultiSelect } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Checkbox.tsx'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'
import styles from './Access.module.css'
import { useRoles } from './queries.ts'
import type { UserRow } from './queries.ts'
import { bodyOf, findUserFaults, formOf } from './user-form.ts'
import type { UserForm } from './user-form.ts'

/** Creates a user or changes one. */
export const UserDialog = ({ user, onClose }: { readonly user?: UserRow; readonly onClose: () => void }) => {
  const isNew = user === undefined
  const [form, setForm] = useState(() => formOf(user))
  const [wasSent, setWasSent] = useState(false)
  const roles = useRoles()
  const client = useQueryClient()
  const faults = wasSent ? findUserFaults(form, isNew) : {}
  const change = (part: Partial<UserForm>): void => setForm({ ...form, ...part })
  const save = useMutation({
    mutationFn: () =>
      isNew
        ? requestFor<typeof userEndpoints.create>('/api/v1/security/users/', { method: 'POST', body: { ...bodyOf(form), password: form.password } as UserPost })
        : requestFor<typeof userEndpoints.update>(`/api/v1/security/users/${user.id}`, { method: 'PUT', body: bodyOf(form) }),
    onSuccess: async () => {
      const name = nameOf(form)
      showToast('success', isNew ? t('users.created', { name }) : t('users.saved', { name }))
      await client.invalidateQueries({ queryKey: ['security/users'] })
      onClose()
    },
  })
  const text = (key: 'first_name' | 'last_name' | 'username' | 'email', label: string, autoComplete = 'off') => (
    <Field label={label} error={faults[key]} isRequired>
      {(ids) => <Input {...ids} size="md" autoComplete={autoComplete} value={form[key]} onChange={(value) => change({ [key]: value })} />}
    </Field>
  )
  return (
    <Dialog
      isOpen
      title={isNew ? t('users.new') : t('users.editTitle', { name: nameOf(user) })}
      onClose={onClose}
      onSubmit={() => {
        setWasSent(true)
        if (Object.keys(findUserFaults(form, isNew)).length === 0 && !save.isPending) save.mutate()
      }}
      footer={<DialogButtons action={t('ui.save')} isBusy={save.isPending} onCancel={onClose} />}
    >
      <div className={styles.pair}>
        {text('first_name', t('users.firstName'))}
        {text('last_name', t('users.lastName'))}
      </div>
      <div className={styles.pair}>
        {text('username', t('users.username'))}
        {text('email', t('users.email'))}
      </div>
      <Field label={t('users.roles')} error={faults.roles ?? (roles.isError ? normaliseError(roles.error).error : undefined)} isRequired>
        {(ids) => (
          <MultiSelect
            id={ids.id}
            aria-describedby={ids['aria-describedby']}
            size="md"
            label={t('users.roles')}
            isInvalid={faults.roles !== undefined}
            isLoading={roles.isLoading}
            options={(roles.data ?? user?.roles ?? []).map((role) => ({ value: role.id, label: role.name }))}
            value={form.roles}
            onChange={(next) => change({ roles: next })}
          />
        )}
      </Field>
      <div className={styles.pair}>
        <Field
          label={isNew ? t('users.password') : t('users.newPassword')}
          error={faults.password}
          hint={isNew ? undefined : t('users.keepPassword')}
          isRequired={isNew}
        >
          {(ids) => <PasswordInput {...ids} size="md" autoComplete="new-password" value={form.password} onChange={(value) => change({ password: value })} />}
        </Field>
        <Field label={t('users.repeat')} error={faults.repeat} isRequired={isNew}>
          {(ids) => <PasswordInput {...ids} size="md" autoComplete="new-password" value={form.repeat} onChange={(value) => change({ repeat: value })} />}
        </Field>
      </div>
      <Switch label={t('users.isActive')} isOn={form.active} onChange={(active) => change({ active })} />
      {save.isError && <ErrorBox title={isNew ? sayCreateFailure(save.error, t('data.users')) : saySaveFailure(save.error, t('data.user'))} />}
    </Dialog>
  )
}
