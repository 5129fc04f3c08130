import type { roleEndpoints } from '@sightline/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { requestFor } from '../../api/client.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import { saySaveFailure } from '../../api/say-failure.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input, SearchInput } from '../../ui/Input.tsx'
import { visibleRows } from '../../ui/select-options.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { showToast } from '../../ui/toasts.ts'
import { t, tCount } from '../../words/words.ts'
import styles from './Access.module.css'
import { isBuiltIn } from './built-in.ts'
import { usePairs, useRolePermissions } from './queries.ts'
import type { PermissionPair, RoleRow } from './queries.ts'

/** A role's name, then its permissions: two calls, because the interface has two. */
const saveRole = async (role: RoleRow | undefined, name: string, permissions: ReadonlySet<number> | undefined): Promise<void> => {
  const isNew = role === undefined
  let id = role?.id
  if (isNew) id = (await requestFor<typeof roleEndpoints.create>('/api/v1/security/roles/', { method: 'POST', body: { name } })).id
  else if (name !== role.name) await requestFor<typeof roleEndpoints.update>(`/api/v1/security/roles/${role.id}`, { method: 'PUT', body: { name } })
  if (permissions !== undefined)
    await requestFor<typeof roleEndpoints.setPermissions>(`/api/v1/security/roles/${id}/permissions`, {
      method: 'POST',
      body: { permission_view_menu_ids: [...permissions] },
    })
}

export const RoleDialog = ({ role, onClose }: { readonly role?: RoleRow; readonly onClose: () => void }) => {
  const [name, setName] = useState(role?.name ?? '')
  const [changed, setChanged] = useState<ReadonlySet<number>>()
  const stored = useRolePermissions(role?.id)
  const pairs = usePairs()
  const client = useQueryClient()
  const chosen = changed ?? stored.data ?? new Set<number>()
  const isLocked = role !== undefined && isBuiltIn(role.name)
  const save = useMutation({
    mutationFn: () => saveRole(role, name.trim(), changed),
    onSuccess: async () => {
      showToast('success', t('roles.saved', { name: name.trim() }))
      await client.invalidateQueries({ queryKey: ['security/roles'] })
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
  return (
    <Dialog
      isOpen
      title={role === undefined ? t('roles.new') : t('roles.editTitle', { name: role.name })}
      onClose={onClose}
      onSubmit={() => {
        if (name.trim() !== '' && !save.isPending) save.mutate()
      }}
      footerAside={<Badge tone="accent">{tCount('roles.chosen', chosen.size)}</Badge>}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            size="md"
            kind="primary"
            type="submit"
            isBusy={save.isPending}
            isDisabled={name.trim() === '' || isLocked}
            disabledReason={isLocked ? t('roles.builtInNote') : undefined}
          >
            {t('ui.save')}
          </Button>
        </>
      }
    >
      {isLocked && <ErrorBox level="info" title={t('roles.builtInNote')} isBrief />}
      <Field label={t('roles.name')} isRequired>
        {(ids) => <Input {...ids} size="md" autoFocus maxLength={64} disabled={isLocked} value={name} onChange={setName} />}
      </Field>
      {failure !== null ? (
        <ErrorBox title={t('error.fetching', { what: t('roles.permissions'), error: normaliseError(failure).error })} />
      ) : (
        <PairList pairs={pairs.data} isLoading={pairs.isPending || stored.isLoading} chosen={chosen} onToggle={toggle} isLocked={isLocked} />
      )}
      {save.isError && <ErrorBox title={saySaveFailure(save.error, t('data.role'))} />}
    </Dialog>
  )
}

const rowHeight = 30
const listHeight = 300

interface PairListProps {
  readonly pairs: readonly PermissionPair[] | undefined
  readonly isLoading: boolean
  readonly chosen: ReadonlySet<number>
  readonly onToggle: (id: number, isOn: boolean) => void
  readonly isLocked: boolean
}

/** Hundreds of pairs: searched, and drawn only where they are in sight. */
const PairList = ({ pairs, isLoading, chosen, onToggle, isLocked }: PairListProps) => {
  const [text, setText] = useState('')
  const [isOnlyChosen, setIsOnlyChosen] = useState(false)
  const [scrollTop, setScrollTop] = useState(0)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = (pairs ?? []).filter(
    (pair) => (!isOnlyChosen || chosen.has(pair.id)) && words.every((word) => `${pair.permission} ${pair.view}`.toLowerCase().includes(word)),
  )
  const rows = visibleRows(scrollTop, listHeight, rowHeight, found.length)
  return (
    <>
      <div className={styles.tools}>
        <SearchInput label={t('roles.searchPermissions')} value={text} onChange={setText} />
        <Checkbox label={t('roles.onlyChosen')} isChecked={isOnlyChosen} onChange={setIsOnlyChosen} />
      </div>
      <div
        className={styles.pairs}
        role="group"
        aria-label={t('roles.permissions')}
        aria-busy={isLoading}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      >
        {isLoading ? (
          <div className={styles.waiting}>
            {Array.from({ length: 9 }, (_, index) => (
              <Skeleton key={index} width={`${40 + ((index * 17) % 40)}%`} />
            ))}
          </div>
        ) : found.length === 0 ? (
          <EmptyState title={t('ui.noMatches', { text })} />
        ) : (
          <>
            <div style={{ height: rows.from * rowHeight }} />
            {found.slice(rows.from, rows.to).map((pair) => (
              <div key={pair.id} className={styles.line}>
                <Checkbox
                  label={`${pair.permission} ${t('roles.on', { view: pair.view })}`}
                  isDisabled={isLocked}
                  isChecked={chosen.has(pair.id)}
                  onChange={(isOn) => onToggle(pair.id, isOn)}
                />
              </div>
            ))}
            <div style={{ height: (found.length - rows.to) * rowHeight }} />
          </>
        )}
      </div>
    </>
  )
}
