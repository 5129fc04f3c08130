import { Database, PanelLeftClose } from 'lucide-react'
import { normaliseError } from '../../../api/normalise-error.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import { t } from '../../../words/words.ts'
import { edit } from '../lab/tab-commands.ts'
import { useLab } from '../lab/store.ts'
import styles from '../SqlPage.module.css'
import { tabOf } from '../state/tabs.ts'
import { useSchemas } from './queries.ts'
import { TableBrowser } from './TableBrowser.tsx'

/** What the tab asks: a database, a schema, and the tables in it. */
export const SchemaBar = ({ tabId, onInsert, onHide }: { readonly tabId: string; readonly onInsert: (text: string) => void; readonly onHide: () => void }) => {
  const tab = useLab((lab) => tabOf(lab.sql, tabId))
  const databases = useLab((lab) => lab.databases)
  const schemas = useSchemas(tab?.dbId ?? undefined)
  const schema = tab?.schema ?? schemas.data?.find((name) => name === 'main' || name === 'public') ?? schemas.data?.[0]
  return (
    <aside className={styles.side} aria-label={t('sqllab.tables')}>
      <div className={styles.sideHead}>
        <Select
          label={t('sqllab.database')}
          placeholder={t('sqllab.databasePlaceholder')}
          options={Object.values(databases)
            .filter((one) => one.expose_in_sqllab)
            .map(({ id, database_name: name }) => ({ value: id, label: name, icon: <Database size={14} /> }))}
          value={tab?.dbId ?? undefined}
          onChange={(next) => next !== undefined && edit(tabId, { dbId: next, schema: null })}
        />
        <IconButton label={t('sqllab.hideLeftBar')} icon={<PanelLeftClose size={14} />} onClick={onHide} />
      </div>
      <Select
        label={t('sqllab.schema')}
        placeholder={t('sqllab.schemaPlaceholder')}
        isLoading={schemas.isPending && tab?.dbId != null}
        error={schemas.error ? normaliseError(schemas.error).error : undefined}
        options={(schemas.data ?? []).map((name) => ({ value: name, label: name }))}
        value={schema}
        onChange={(next) => next !== undefined && edit(tabId, { schema: next })}
      />
      {tab?.dbId != null && schema !== undefined && <TableBrowser databaseId={tab.dbId} schema={schema} tabId={tabId} onInsert={onInsert} />}
    </aside>
  )
}
