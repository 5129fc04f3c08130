import { Copy, Plus, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { may } from '../../api/bootstrap.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import type { ListDescription } from '../../ui/list/list-description.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Thumbnail } from '../../ui/list/Thumbnail.tsx'
import { t } from '../../words/words.ts'
import { isBuiltIn } from './built-in.ts'
import type { RoleRow } from './queries.ts'
import { RoleDialog } from './RoleDialog.tsx'

const description: ListDescription<RoleRow> = {
  resource: 'security/roles',
  title: t('roles.title'),
  defaults: { sortColumn: 'name', sortOrder: 'asc', viewMode: 'table' },
  name: (row) => row.name,
  leading: () => <Thumbnail size="small" src={undefined} glyph={<ShieldCheck size={14} />} />,
  badges: (row) => (isBuiltIn(row.name) ? <Badge>{t('roles.builtIn')}</Badge> : null),
  columns: [{ key: 'name', label: t('roles.name'), sortBy: 'name', width: 'auto', render: (row) => row.name }],
  filters: [{ kind: 'search', id: 'name', col: 'name', opr: 'ct', label: t('list.searchName') }],
  empty: { title: t('roles.emptyTitle'), text: t('roles.emptyText') },
  deletion: { asksForWord: true, one: t('roles.deleteOne'), many: t('roles.deleteMany'), text: (names) => t('roles.deleteText', { names }) },
}

export const RolesPage = () => {
  const [edited, setEdited] = useState<{ readonly role?: RoleRow; readonly model?: RoleRow }>()
  return (
    <>
      <ListPage
        description={description}
        headActions={
          <Button kind="primary" size="md" icon={<Plus size={14} />} onClick={() => setEdited({})}>
            {t('roles.new')}
          </Button>
        }
        actions={{
          edit: { label: t('roles.edit'), onSelect: (role) => setEdited({ role }) },
          more: (model) =>
            may('can_write', 'Role') ? [{ key: 'copy', label: t('roles.copy'), icon: <Copy size={14} />, onSelect: () => setEdited({ model }) }] : [],
        }}
      />
      {edited !== undefined && <RoleDialog {...edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
