import type { userEndpoints } from '@sightline/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus, UserCheck, UserX } from 'lucide-react'
import { useState } from 'react'
import { bootstrap } from '../../api/bootstrap.ts'
import { requestFor } from '../../api/client.ts'
import { saySaveFailure } from '../../api/say-failure.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { nameOf } from '../../ui/avatar.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import type { ListDescription } from '../../ui/list/list-description.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { showToast } from '../../ui/toasts.ts'
import { formatCount, t } from '../../words/words.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import type { UserRow } from './queries.ts'
import { UserDialog } from './UserDialog.tsx'

const description: ListDescription<UserRow> = {
  resource: 'security/users',
  title: t('users.title'),
  defaults: { sortColumn: 'username', sortOrder: 'asc', viewMode: 'table' },
  name: nameOf,
  leading: (row) => <Avatar person={row} />,
  columns: [
    { key: 'name', label: t('list.name'), sortBy: 'first_name', width: 'auto', render: nameOf },
    { key: 'username', label: t('users.username'), sortBy: 'username', width: '150px', render: (row) => row.username },
    { key: 'email', label: t('users.email'), sortBy: 'email', width: '220px', isSecondary: true, render: (row) => row.email },
    { key: 'roles', label: t('users.roles'), width: '190px', render: (row) => row.roles.map((role) => role.name).join(', ') || t('list.none') },
    {
      key: 'active',
      label: t('list.status'),
      sortBy: 'active',
      width: '120px',
      staysLong: true,
      render: (row) => (row.active ? <Badge tone="success">{t('users.active')}</Badge> : <Badge>{t('users.inactive')}</Badge>),
    },
    {
      key: 'last',
      label: t('users.lastLogin'),
      sortBy: 'last_login',
      width: '150px',
      isSecondary: true,
      render: (row) => <TimeAgo at={row.last_login} fallback={t('users.never')} />,
    },
    {
      key: 'logins',
      label: t('users.logins'),
      sortBy: 'login_count',
      width: '90px',
      align: 'end',
      isSecondary: true,
      render: (row) => formatCount(row.login_count ?? 0),
    },
    {
      key: 'failed',
      label: t('users.failedLogins'),
      sortBy: 'fail_login_count',
      width: '90px',
      align: 'end',
      isSecondary: true,
      render: (row) => formatCount(row.fail_login_count ?? 0),
    },
  ],
  filters: [
    { kind: 'search', id: 'username', col: 'username', opr: 'ct', label: t('users.username') },
    { kind: 'rows', id: 'roles', col: 'roles', opr: 'rel_m_m', label: t('users.roles'), resource: 'security/roles', nameColumn: 'name', searchOpr: 'ct' },
    {
      kind: 'options',
      id: 'active',
      col: 'active',
      opr: 'eq',
      label: t('list.status'),
      options: [
        { value: true, label: t('users.active') },
        { value: false, label: t('users.inactive') },
      ],
    },
  ],
  empty: { title: t('users.emptyTitle'), text: t('users.emptyText') },
  mayEdit: () => true,
  deletion: { asksForWord: true, one: t('users.deleteOne'), many: t('users.deleteMany'), text: (names) => t('users.deleteText', { names }) },
}

export const UsersPage = () => {
  const [edited, setEdited] = useState<UserRow | 'new'>()
  const [reset, setReset] = useState<UserRow>()
  const client = useQueryClient()
  const activate = useMutation({
    mutationFn: (row: UserRow) => requestFor<typeof userEndpoints.update>(`/api/v1/security/users/${row.id}`, { method: 'PUT', body: { active: !row.active } }),
    onSuccess: (_, row) => {
      showToast('success', row.active ? t('users.deactivated', { name: nameOf(row) }) : t('users.activated', { name: nameOf(row) }))
      return client.invalidateQueries({ queryKey: ['security/users'] })
    },
    onError: (cause) => showToast('danger', saySaveFailure(cause, t('data.user'))),
  })
  const myId = bootstrap().user.userId
  return (
    <>
      <ListPage
        description={description}
        headActions={
          <Button kind="primary" size="md" icon={<Plus size={14} />} onClick={() => setEdited('new')}>
            {t('users.new')}
          </Button>
        }
        actions={{
          edit: { label: t('users.edit'), onSelect: setEdited },
          more: (row) =>
            row.id === myId
              ? []
              : [
                  { key: 'password', label: t('users.resetPassword'), icon: <KeyRound size={14} />, onSelect: () => setReset(row) },
                  {
                    key: 'active',
                    label: row.active ? t('users.deactivate') : t('users.activate'),
                    icon: row.active ? <UserX size={14} /> : <UserCheck size={14} />,
                    onSelect: () => activate.mutate(row),
                  },
                ],
        }}
      />
      {edited !== undefined && <UserDialog {...(edited === 'new' ? {} : { user: edited })} onClose={() => setEdited(undefined)} />}
      {reset !== undefined && <PasswordDialog user={reset} onClose={() => setReset(undefined)} />}
    </>
  )
}
