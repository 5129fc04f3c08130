import { PanelLeftClose } from 'lucide-react'
import { commandKey } from '../../../ui/command-key.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { links } from '../../../links.ts'
import { t } from '../../../words/words.ts'
import { edit } from '../lab/tab-commands.ts'
import { useLab } from '../lab/store.ts'
import { tabOf } from '../state/tabs.ts'
import { DatabasePicker } from './DatabasePicker.tsx'
import { schemaShown } from './schema-shown.ts'
import { SchemaPicker } from './SchemaPicker.tsx'
import styles from './SchemaBar.module.css'
import { TableBrowser } from './TableBrowser.tsx'
import { useSchemas } from './queries.ts'

/** What the tab asks: a database, a schema, and the tables in it. */
export const SchemaBar = ({ tabId, onInsert, onHide }: { readonly tabId: string; readonly onInsert: (text: string) => void; readonly onHide: () => void }) => {
  const dbId = useLab((lab) => tabOf(lab.sql, tabId)?.dbId ?? undefined)
  const asked = useLab((lab) => tabOf(lab.sql, tabId)?.schema ?? null)
  const hasDatabases = useLab((lab) => Object.values(lab.databases).some((one) => one.expose_in_sqllab))
  const schemas = useSchemas(dbId)
  const schema = schemaShown(asked, schemas.data)
  return (
    <aside className={styles.side} aria-label={t('sqllab.tables')}>
      {hasDatabases ? (
        <div className={styles.head}>
          <DatabasePicker value={dbId} onChange={(next) => edit(tabId, { dbId: next, schema: null })} />
          {dbId !== undefined && <SchemaPicker dbId={dbId} value={schema} onChange={(next) => edit(tabId, { schema: next })} />}
        </div>
      ) : (
        <EmptyState
          title={t('sqllab.noDatabases')}
          action={
            <ButtonLink to={links.databases()} kind="link">
              {t('sqllab.manageDatabases')}
            </ButtonLink>
          }
        />
      )}
      {dbId !== undefined && schema !== undefined ? (
        <TableBrowser key={`${String(dbId)}/${schema}`} dbId={dbId} schema={schema} tabId={tabId} onInsert={onInsert} />
      ) : (
        <div className={styles.rest}>
          {dbId !== undefined && schemas.isSuccess && (
            <p className={styles.note}>{t(schemas.data.length === 0 ? 'sqlside.noSchemas' : 'sqlside.chooseSchema')}</p>
          )}
        </div>
      )}
      <button type="button" className={styles.foot} aria-keyshortcuts="Control+B" onClick={onHide}>
        <PanelLeftClose size={14} aria-hidden />
        <span>
          {t('sqlside.hide')}
          <span className="visually-hidden"> {t('sqlside.hideWhat')}</span>
        </span>
        <kbd className={styles.kbd} aria-hidden>
          {commandKey()} B
        </kbd>
      </button>
    </aside>
  )
}
