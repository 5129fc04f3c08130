import { Ellipsis, Link2, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { may } from '../../api/bootstrap.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import { links } from '../../links.ts'
import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { DeleteDialog } from '../../ui/list/DeleteDialog.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { t } from '../../words/words.ts'
import styles from './Home.module.css'
import { RecentLines, WaitingLines } from './ItemLines.tsx'
import type { PanelState } from './panels.ts'
import { useSavedQueries } from './queries.ts'
import { fromQuery } from './recent.ts'
import type { QueryBrief } from './recent.ts'
import { Section } from './Section.tsx'

const nameOf = (row: QueryBrief): string => row.label || t('home.untitled')

const AddQuery = ({ isQuiet }: { readonly isQuiet?: boolean }) =>
  may('can_sqllab', 'Superset') ? (
    <ButtonLink kind={isQuiet ? 'quiet' : 'default'} icon={<Plus size={14} />} to={links.sql({ new: true })}>
      {t('home.addQuery')}
    </ButtonLink>
  ) : null

/** The queries this person saved, each with what can be done to it. */
export const SavedQueries = ({ panel }: { readonly panel: PanelState }) => {
  const queries = useSavedQueries()
  const [doomed, setDoomed] = useState<QueryBrief>()
  return (
    <Section title={t('home.queries')} panel={panel} tools={<AddQuery isQuiet />} all={{ label: t('home.allQueries'), to: links.savedQueries() }}>
      {queries.isPending ? (
        <WaitingLines />
      ) : queries.isError ? (
        <ErrorBox title={t('error.listLoad')} text={normaliseError(queries.error).error} onRetry={() => void queries.refetch()} />
      ) : queries.data.length === 0 ? (
        <div className={styles.hollow}>
          <EmptyState title={t('home.noQueries')} action={<AddQuery />} />
        </div>
      ) : (
        <RecentLines
          items={queries.data.map(fromQuery)}
          tools={(_, index) => {
            const row = queries.data[index]
            return row === undefined ? null : <QueryMenu row={row} onDelete={() => setDoomed(row)} />
          }}
        />
      )}
      {doomed !== undefined && (
        <DeleteDialog
          description={{ resource: 'saved_query', name: nameOf }}
          deletion={{
            asksForWord: true,
            one: t('savedQueries.deleteOne'),
            many: t('savedQueries.deleteMany'),
            text: (names) => t('savedQueries.deleteText', { names }),
          }}
          rows={[doomed]}
          onClose={() => setDoomed(undefined)}
          onDone={() => setDoomed(undefined)}
        />
      )}
    </Section>
  )
}

const QueryMenu = ({ row, onDelete }: { readonly row: QueryBrief; readonly onDelete: () => void }) => {
  const address = links.sql({ savedQueryId: row.id })
  return (
    <Menu
      label={t('list.actions')}
      align="end"
      trigger={(props) => <IconButton {...props} kind="quiet" label={t('ui.more')} icon={<Ellipsis size={16} />} />}
      items={[
        ...(may('can_sqllab', 'Superset') ? [{ key: 'edit', label: t('list.edit'), icon: <Pencil size={14} />, to: address }] : []),
        {
          key: 'share',
          label: t('home.share'),
          icon: <Link2 size={14} />,
          onSelect: () => void copyText(`${location.origin}${address}`, t('savedQueries.linkCopied')),
        },
        ...(may('can_write', 'SavedQuery') ? [{ key: 'delete', label: t('list.delete'), icon: <Trash2 size={14} />, isDanger: true, onSelect: onDelete }] : []),
      ]}
    />
  )
}
