import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { bootstrap } from '../../api/bootstrap.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import { links } from '../../links.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { t } from '../../words/words.ts'
import { openLab } from './lab/open-lab.ts'
import { linkParameters, openLink } from './lab/open-link.ts'
import { useLab } from './lab/store.ts'
import { newTab } from './lab/tab-commands.ts'
import styles from './SqlPage.module.css'
import { activeTabId } from './state/tabs.ts'
import { Workbench } from './Workbench.tsx'

/** The SQL editor: tabs, each with its own text, database and rows. */
export const SqlPage = () => {
  const [search, setSearch] = useSearchParams()
  const { key } = useParams()
  const navigate = useNavigate()
  const isOpen = useLab((lab) => lab.isOpen)
  const failure = useLab((lab) => lab.failure)
  const active = useLab((lab) => activeTabId(lab.sql))
  const hasDatabases = useLab((lab) => Object.values(lab.databases).some((one) => one.expose_in_sqllab))

  const openAsked = useEffectEvent(async () => {
    await openLink(search, key, takePostedQuery())
    // What was opened is a tab now: a reload must not open it once more. Everything else stays for templates to read.
    const rest = new URLSearchParams(search)
    for (const name of linkParameters) rest.delete(name)
    if (key !== undefined || !location.pathname.startsWith('/sqllab')) void navigate(`${links.sql()}${rest.size === 0 ? '' : `?${rest}`}`, { replace: true })
    else if (rest.size !== search.size) setSearch(rest, { replace: true })
  })
  const asked = linkParameters.map((name) => search.get(name) ?? '').join('\n')
  const isFirst = useRef(true)

  useEffect(() => {
    document.title = t('sqllab.title')
    return openLab(openAsked)
  }, [])
  useEffect(() => {
    // A link followed while the editor is open asks for one more tab; the first is opened with the editor.
    if (isFirst.current) isFirst.current = false
    else if (asked.trim() !== '') void openAsked()
  }, [asked])

  if (failure !== null && failure !== undefined)
    return (
      <div className={styles.none}>
        <ErrorBox title={t('sqllab.bootFailed')} text={normaliseError(failure).error} onRetry={() => location.reload()} />
      </div>
    )
  if (!isOpen)
    return (
      <div className={styles.page} role="status" aria-label={t('sqllab.title')}>
        <Skeleton height={32} />
        <Skeleton height={240} />
      </div>
    )
  if (!hasDatabases)
    return (
      <div className={styles.none}>
        <EmptyState title={t('sqllab.noDatabases')} action={<ButtonLink to={links.databases()}>{t('sqllab.manageDatabases')}</ButtonLink>} />
      </div>
    )
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{t('sqllab.title')}</h1>
      {active === null ? (
        <div className={styles.none}>
          <EmptyState
            title={t('sqllab.noTabs')}
            action={
              <Button kind="primary" onClick={() => newTab()}>
                {t('sqllab.addTab')}
              </Button>
            }
          />
        </div>
      ) : (
        <Workbench tabId={active} />
      )}
    </div>
  )
}

let isPostedOpen = false

/** A query that another page sent as a form; the server wrote it into this page. It is opened once: links followed later ask for something else. */
function takePostedQuery(): Readonly<Record<string, string>> {
  const { requested_query: posted } = bootstrap() as { requested_query?: Readonly<Record<string, string>> }
  if (!posted || isPostedOpen) return {}
  isPostedOpen = true
  try {
    return { ...posted, ...(posted['form_data'] ? (JSON.parse(posted['form_data']) as Record<string, string>) : {}) }
  } catch {
    return posted
  }
}
