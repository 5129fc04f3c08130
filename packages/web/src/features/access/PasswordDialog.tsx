import type { userEndpoints } from '@sightline/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { requestFor } from '../../api/client.ts'
import { saySaveFailure } from '../../api/say-failure.ts'
import { nameOf } from '../../ui/avatar.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Field } from '../../ui/Field.tsx'
import { PasswordInput } from '../../ui/Input.tsx'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'
import type { UserRow } from './queries.ts'
import { findPasswordFaults } from './user-form.ts'

/** An administrator gives somebody a new password. */
export const PasswordDialog = ({ user, onClose }: { readonly user: UserRow; readonly onClose: () => void }) => {
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const faults = wasSent ? findPasswordFaults({ password, repeat }, true) : {}
  const save = useMutation({
    mutationFn: () => requestFor<typeof userEndpoints.update>(`/api/v1/security/users/${user.id}`, { method: 'PUT', body: { password } }),
    onSuccess: () => {
      showToast('success', t('users.passwordReset', { name: nameOf(user) }))
      onClose()
    },
  })
  return (
    <Dialog
      isOpen
      title={t('users.resetTitle', { name: nameOf(user) })}
      onClose={onClose}
      onSubmit={() => {
        setWasSent(true)
        if (Object.keys(findPasswordFaults({ password, repeat }, true)).length === 0 && !save.isPending) save.mutate()
      }}
      footer={<DialogButtons action={t('ui.save')} isBusy={save.isPending} onCancel={onClose} />}
    >
      <Field label={t('users.newPassword')} error={faults.password} isRequired>
        {(ids) => <PasswordInput {...ids} size="md" autoFocus autoComplete="new-password" value={password} onChange={setPassword} />}
      </Field>
      <Field label={t('users.repeat')} error={faults.repeat} isRequired>
        {(ids) => <PasswordInput {...ids} size="md" autoComplete="new-password" value={repeat} onChange={setRepeat} />}
      </Field>
      {save.isError && <ErrorBox title={saySaveFailure(save.error, t('data.user'))} />}
    </Dialog>
  )
}
