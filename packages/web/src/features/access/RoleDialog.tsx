import type { roleEndpoints } from '@sightline/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { requestFor } from '../../api/client.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import { sayCreateFailure, saySaveFailure } from '../../api/say-failure.ts'
import { nameOf } from '../../ui/avatar.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogButtons } from '../../ui/DialogButtons.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { MultiSelect } from '../../ui/Select.tsx'
import { showToast } from '../../ui/toasts.ts'
import { t, tCount } from '../../words/words.ts'
import { isBuiltIn } from './built-in.ts'
import { PairList } from './PairList.tsx'
import { usePairs, usePeople, useRolePermissions, useRoleUsers } from './queries.ts'
import type { RoleRow } from './queries.ts'

interface RoleChange {
  readonly name: string
  /** Absent when untouched. */
  readonly permissions: ReadonlySet<number> | undefined
  readonly users: readonly number[] | undefined
}

/** A role's name, its permissions, its people: three calls, because the interface has three. */
const saveRole = async (role: RoleRow | undefined, { name, permissions, users }: RoleChange): Promise<void> => {
  let id = role?.id
  if (role === undefined) id = (await requestFor<typeof roleEndpoints.create>('/api/v1/security/roles/', { method: 'POST', body: { name } })).id
  else if (name !== role.name) await requestFor<typeof roleEndpoints.update>(`/api/v1/security/roles/${role.id}`, { method: 'PUT', body: { name } })
  if (permissions !== undefined)
    await requestFor<typeof roleEndpoints.setPermissions>(`/api/v1/security/roles/${id}/permissions`, {
      method: 'POST',
      body: { permission_view_menu_ids: [...permissions] },
    })
  if (users !== undefined)
    await requestFor<typeof roleEndpoints.setUsers>(`/api/v1/security/roles/${id}/users`, { method: 'PUT', body: { user_ids: [...users] } })
}

export interface RoleDialogProps {
  /** The role to change; absent for a new one. */
  readonly role?: RoleRow
  /** A new role begins with the permissions of this one. */
  readonly model?: RoleRow
  readonly onClose: () => void
}

export const RoleDialog = ({ role, model, onClose }: RoleDialogProps) => {
  const [name, setName] = useState(role?.name ?? (model === undefined ? '' : t('roles.copyName', { name: model.name })))
  const [changed, setChanged] = useState<ReadonlySet<number>>()
  const [people, setPeople] = useState<readonly number[]>()
  const stored = useRolePermissions(role?.id ?? model?.id)
  const storedPeople = useRoleUsers(role?.id)
  const everyone = usePeople()
  const pairs = usePairs()
  const client = useQueryClient()
  const chosen = changed ?? stored.data ?? new Set<number>()
  const isLocked = role !== undefined && isBuiltIn(role.name)
  const save = useMutation({
    mutationFn: () => saveRole(role, { name: name.trim(), permissions: changed ?? (model === undefined ? undefined : stored.data), users: people }),
    onSuccess: async () => {
      showToast('success', t('roles.saved', { name: name.trim() }))
      await Promise.all([client.invalidateQueries({ queryKey: ['security/roles'] }), client.invalidateQueries({ queryKey: ['security/users'] })])
      onClose()
    },
  })
  const toggle = (id: number, isOn: boolean): void => {
    const next = new Set(chosen)
    if (isOn) next.add(id)
    else next.delete(id)
    setChanged(next)
  }
  const failure = pairs.error ?? stored.error
  const peopleFailure = everyone.error ?? storedPeople.error
  const isReady = name.trim() !== '' && (model === undefined || stored.isSuccess)
  return (
    <Dialog
      isOpen
      title={role !== undefined ? t('roles.editTitle', { name: role.name }) : model !== undefined ? t('roles.copyTitle', { name: model.name }) : t('roles.new')}
      onClose={onClose}
      onSubmit={() => {
        if (isReady && !save.isPending) save.mutate()
      }}
      footerAside={<Badge tone="accent">{tCount('roles.chosen', chosen.size)}</Badge>}
      footer={<DialogButtons action={t('ui.save')} isBusy={save.isPending} isDisabled={!isReady} onCancel={onClose} />}
    >
      {isLocked && <ErrorBox level="info" title={t('roles.builtInNote')} isBrief />}
      <Field label={t('roles.name')} isRequired>
        {(ids) => <Input {...ids} size="md" autoFocus maxLength={64} disabled={isLocked} value={name} onChange={setName} />}
      </Field>
      <Field
        label={t('roles.users')}
        error={peopleFailure ? t('error.fetching', { what: t('roles.users'), error: normaliseError(peopleFailure).error }) : undefined}
      >
        {(ids) => (
          <MultiSelect
            id={ids.id}
            aria-describedby={ids['aria-describedby']}
            size="md"
            label={t('roles.users')}
            isLoading={everyone.isLoading || storedPeople.isLoading}
            isDisabled={role !== undefined && !storedPeople.isSuccess}
            options={(everyone.data ?? []).map((person) => ({ value: person.id, label: `${nameOf(person)} (${person.username})` }))}
            value={people ?? storedPeople.data ?? []}
            onChange={setPeople}
          />
        )}
      </Field>
      {failure !== null ? (
        <ErrorBox title={t('error.fetching', { what: t('roles.permissions'), error: normaliseError(failure).error })} />
      ) : (
        <PairList pairs={pairs.data} isLoading={pairs.isPending || stored.isLoading} chosen={chosen} onToggle={toggle} isLocked={isLocked} />
      )}
      {save.isError && <ErrorBox title={role === undefined ? sayCreateFailure(save.error, t('data.roles')) : saySaveFailure(save.error, t('data.role'))} />}
    </Dialog>
  )
}
