import { ChevronDown, Database, Play, Save, Square } from 'lucide-react'
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { confNumber, may } from '../../api/bootstrap.ts'
import { isAbort } from '../../api/failure.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import { links } from '../../links.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Select } from '../../ui/Select.tsx'
import { Splitter } from '../../ui/Splitter.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useElapsed } from '../../viz/use-elapsed.ts'
import { formatCount, t } from '../../words/words.ts'
import { keepMemory, readMemory } from './editor-text.ts'
import { fetchPastQuery, fetchSavedQuery, useDatabases, useSchemas, useTables } from './queries.ts'
import { ResultPane } from './ResultPane.tsx'
import { newClientId, runQuery, stopQuery } from './run-query.ts'
import { SaveQueryDialog } from './SaveQueryDialog.tsx'
import { SqlEditor, type SqlEditorHandle } from './SqlEditor.tsx'
import styles from './SqlPage.module.css'
import { idle, isBlankSql, limitChoices, reduceRun } from './state.ts'
import { TableBrowser } from './TableBrowser.tsx'

/** Write a statement, run it, look at its rows. */
export const SqlPage = () => {
  const [search] = useSearchParams()
  const [memory, setMemory] = useState(() => {
    const kept = readMemory()
    const sql = search.get('sql')
    const schema = search.get('schema')
    return {
      ...kept,
      ...(sql === null ? {} : { sql }),
      ...(search.get('dbid') === null ? {} : { databaseId: Number(search.get('dbid')) }),
      ...(schema === null ? {} : { schema }),
    }
  })
  const [selection, setSelection] = useState('')
  const [run, dispatch] = useReducer(reduceRun, idle)
  const [isSaving, setIsSaving] = useState(false)
  const editor = useRef<SqlEditorHandle>(null)
  const request = useRef<AbortController>(undefined)
  const databases = useDatabases()
  const databaseId = databases.data?.find(({ id }) => id === memory.databaseId)?.id ?? databases.data?.[0]?.id
  const schemas = useSchemas(databaseId)
  const schema = schemas.data?.find((name) => name === memory.schema) ?? schemas.data?.find((name) => name === 'main' || name === 'public') ?? schemas.data?.[0]
  const tables = useTables(databaseId, schema)
  const names = useMemo(() => Object.fromEntries((tables.data ?? []).map(({ value }) => [value, []])), [tables.data])
  const startedAt = run.state === 'running' ? run.startedAt : undefined
  const elapsed = useElapsed(startedAt)
  const isRunning = run.state === 'running'

  useEffect(() => {
    document.title = t('sqllab.title')
  }, [])
  useEffect(() => {
    const timer = setTimeout(
      () => keepMemory({ ...memory, ...(databaseId === undefined ? {} : { databaseId }), ...(schema === undefined ? {} : { schema }) }),
      250,
    )
    return () => clearTimeout(timer)
  }, [memory, databaseId, schema])
  useEffect(() => () => request.current?.abort(), [])

  const savedId = search.get('savedQueryId')
  const pastId = search.get('queryId')
  useEffect(() => {
    if (savedId === null && pastId === null) return
    const load = savedId !== null ? fetchSavedQuery(Number(savedId)) : fetchPastQuery(Number(pastId))
    load.then(
      (query) => {
        editor.current?.replace(query.sql)
        setMemory((before) => ({ ...before, sql: query.sql, databaseId: query.database.id, ...(query.schema === null ? {} : { schema: query.schema }) }))
      },
      (cause: unknown) => showToast('danger', normaliseError(cause).error),
    )
  }, [savedId, pastId])

  const start = async (text?: string): Promise<void> => {
    const sql = text ?? (editor.current?.selected() || memory.sql)
    if (databaseId === undefined || isBlankSql(sql) || isRunning) return
    const clientId = newClientId()
    const controller = new AbortController()
    request.current = controller
    dispatch({ type: 'started', clientId, now: Date.now() })
    try {
      const result = await runQuery({ clientId, databaseId, schema, sql, limit: memory.limit }, controller.signal)
      dispatch({ type: 'succeeded', clientId, result })
    } catch (cause) {
      if (isAbort(cause)) dispatch({ type: 'stopped', clientId, now: Date.now() })
      else dispatch({ type: 'failed', clientId, failure: cause, now: Date.now() })
    }
  }
  const stop = async (): Promise<void> => {
    if (run.state !== 'running' || run.isStopping) return
    const { clientId } = run
    dispatch({ type: 'stopping', clientId })
    try {
      await stopQuery(clientId)
      showToast('success', t('sqllab.stoppedToast'))
    } catch {
      showToast('danger', t('sqllab.stopFailed', { id: clientId }))
    }
    request.current?.abort()
    dispatch({ type: 'stopped', clientId, now: Date.now() })
  }

  const isBlank = isBlankSql(selection || memory.sql)
  if (databases.data?.length === 0)
    return (
      <div className={styles.none}>
        <EmptyState title={t('sqllab.noDatabases')} action={<ButtonLink to={links.databases()}>{t('sqllab.manageDatabases')}</ButtonLink>} />
      </div>
    )
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{t('sqllab.title')}</h1>
      <Splitter
        direction="row"
        initialSize={264}
        least={200}
        most={480}
        storageKey="sightline.sqllab.side"
        first={
          <aside className={styles.side} aria-label={t('sqllab.tables')}>
            <Select
              label={t('sqllab.database')}
              placeholder={t('sqllab.databasePlaceholder')}
              isLoading={databases.isPending}
              options={(databases.data ?? []).map(({ id, database_name: name }) => ({ value: id, label: name, icon: <Database size={14} /> }))}
              value={databaseId}
              onChange={(next) => setMemory((before) => ({ ...before, ...(next === undefined ? {} : { databaseId: next }) }))}
            />
            <Select
              label={t('sqllab.schema')}
              placeholder={t('sqllab.schemaPlaceholder')}
              isLoading={schemas.isPending}
              error={schemas.error ? normaliseError(schemas.error).error : undefined}
              options={(schemas.data ?? []).map((name) => ({ value: name, label: name }))}
              value={schema}
              onChange={(next) => setMemory((before) => ({ ...before, ...(next === undefined ? {} : { schema: next }) }))}
            />
            {databaseId !== undefined && schema !== undefined && (
              <TableBrowser
                databaseId={databaseId}
                schema={schema}
                onInsert={(name) => editor.current?.insert(name)}
                onQuery={(statement) => {
                  if (isBlankSql(memory.sql)) editor.current?.replace(statement)
                  void start(statement)
                }}
              />
            )}
          </aside>
        }
        second={
          <div className={styles.main}>
            <div className={styles.toolbar}>
              {isRunning ? (
                <Button icon={<Square size={12} fill="currentColor" />} isDisabled={run.isStopping} onClick={() => void stop()}>
                  {run.isStopping ? t('sqllab.stopping') : t('sqllab.stop')}
                  <span className={styles.elapsed}>{t('sqllab.seconds', { seconds: (elapsed / 1000).toFixed(1) })}</span>
                </Button>
              ) : (
                <Button
                  kind="primary"
                  icon={<Play size={14} />}
                  isDisabled={isBlank || databaseId === undefined}
                  disabledReason={databaseId === undefined ? t('sqllab.noDatabase') : t('sqllab.nothingToRun')}
                  onClick={() => void start()}
                >
                  {selection === '' ? t('sqllab.run') : t('sqllab.runSelection')}
                  <kbd className={styles.kbd}>Ctrl ↵</kbd>
                </Button>
              )}
              <Menu
                label={t('sqllab.limitMenu')}
                items={limitChoices(confNumber('SQL_MAX_ROW', 100_000)).map((limit) => ({
                  key: String(limit),
                  label: formatCount(limit),
                  isChecked: limit === memory.limit,
                  onSelect: () => setMemory((before) => ({ ...before, limit })),
                }))}
                trigger={(props) => (
                  <Button {...props}>
                    {t('sqllab.limit')} <b className={styles.limit}>{formatCount(memory.limit)}</b>
                    <ChevronDown size={14} aria-hidden />
                  </Button>
                )}
              />
              <span className={styles.rest} />
              <span className={styles.kept}>{t('sqllab.kept')}</span>
              {may('can_write', 'SavedQuery') && (
                <Button icon={<Save size={14} />} isDisabled={isBlankSql(memory.sql) || databaseId === undefined} onClick={() => setIsSaving(true)}>
                  {t('sqllab.save')}
                </Button>
              )}
            </div>
            <div className={styles.work}>
              <Splitter
                direction="column"
                sized="first"
                initialSize={300}
                least={96}
                storageKey="sightline.sqllab.editor"
                first={
                  <SqlEditor
                    ref={editor}
                    initial={memory.sql}
                    names={names}
                    onChange={(sql) => setMemory((before) => ({ ...before, sql }))}
                    onSelect={setSelection}
                    onRun={() => void start()}
                    onStop={() => void stop()}
                  />
                }
                second={
                  <section className={styles.results} aria-label={t('sqllab.results')}>
                    <ResultPane run={run} />
                  </section>
                }
              />
            </div>
          </div>
        }
      />
      {isSaving && databaseId !== undefined && <SaveQueryDialog sql={memory.sql} databaseId={databaseId} schema={schema} onClose={() => setIsSaving(false)} />}
    </div>
  )
}
