import type { EmbeddedDashboard } from '@sightline/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { normaliseError } from '../../api/normalise-error.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Field } from '../../ui/Field.tsx'
import { Input } from '../../ui/Input.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'
import styles from './EmbedDialog.module.css'
import { endEmbedding, findBadDomain, printSnippet, readDomains, saveEmbedding, useEmbedding } from './embedding.ts'

/** Where a dashboard is shown beyond this program: on, off, and which sites may. */
export const EmbedDialog = ({ dashboardId, onClose }: { readonly dashboardId: number; readonly onClose: () => void }) => {
  const embedding = useEmbedding(dashboardId)
  const title = t('embed.title')
  if (embedding.isPending)
    return (
      <Dialog isOpen width={560} title={title} onClose={onClose}>
        <div role="status" aria-busy="true" aria-label={t('ui.loading')}>
          <Skeleton height={96} radius={6} />
        </div>
      </Dialog>
    )
  if (embedding.isError)
    return (
      <Dialog isOpen width={560} title={title} onClose={onClose}>
        <ErrorBox title={t('embed.failed')} text={normaliseError(embedding.error).error} onRetry={() => void embedding.refetch()} />
      </Dialog>
    )
  return <LoadedDialog key={embedding.data?.uuid} dashboardId={dashboardId} embedding={embedding.data} onClose={onClose} />
}

interface LoadedDialogProps {
  readonly dashboardId: number
  readonly embedding: EmbeddedDashboard | null
  readonly onClose: () => void
}

const LoadedDialog = ({ dashboardId, embedding, onClose }: LoadedDialogProps) => {
  const client = useQueryClient()
  const saved = embedding?.allowed_domains.join(', ') ?? ''
  const [text, setText] = useState(saved)
  const [isBusy, setIsBusy] = useState(false)
  const [isEnding, setIsEnding] = useState(false)
  const [failure, setFailure] = useState<string>()
  const bad = findBadDomain(text)
  const isChanged = readDomains(text).join() !== readDomains(saved).join()

  const change = async (what: () => Promise<EmbeddedDashboard | null>, words: string): Promise<void> => {
    setIsBusy(true)
    setFailure(undefined)
    try {
      client.setQueryData(['dashboard-embedding', dashboardId], await what())
      showToast('success', words)
    } catch (cause) {
      setFailure(normaliseError(cause).error)
    } finally {
      setIsBusy(false)
      setIsEnding(false)
    }
  }
  const save = (): void => {
    if (bad === undefined && !isBusy) void change(() => saveEmbedding(dashboardId, readDomains(text)), t('embed.saved'))
  }
  const end = async (): Promise<null> => {
    await endEmbedding(dashboardId)
    return null
  }

  return (
    <>
      <Dialog
        isOpen
        width={560}
        title={t('embed.title')}
        onClose={onClose}
        onSubmit={save}
        footer={
          <Button
            size="md"
            kind="primary"
            type="submit"
            isBusy={isBusy}
            isDisabled={bad !== undefined || (embedding !== null && !isChanged)}
            disabledReason={bad === undefined ? t('dashboard.nothingToSave') : t('embed.badDomain', { domain: bad })}
          >
            {embedding ? t('embed.save') : t('embed.enable')}
          </Button>
        }
        {...(embedding
          ? {
              footerAside: (
                <Button size="md" kind="danger" isDisabled={isBusy} onClick={() => setIsEnding(true)}>
                  {t('embed.deactivate')}
                </Button>
              ),
            }
          : {})}
      >
        <div className={styles.body}>
          {embedding ? <Ready embedding={embedding} /> : <p className={styles.words}>{t('embed.off')}</p>}
          <Field label={t('embed.domains')} hint={t('embed.domainsHint')} error={bad === undefined ? undefined : t('embed.badDomain', { domain: bad })}>
            {(ids) => (
              <Input {...ids} size="md" value={text} onChange={setText} autoComplete="off" spellCheck={false} placeholder="https://intranet.example.com" />
            )}
          </Field>
          {embedding && <Snippet uuid={embedding.uuid} />}
          {failure !== undefined && <ErrorBox isBrief title={t('error.saving', { what: t('embed.title'), error: failure })} />}
        </div>
      </Dialog>
      {isEnding && (
        <ConfirmDialog
          title={t('embed.deactivateTitle')}
          action={t('embed.deactivate')}
          isBusy={isBusy}
          onConfirm={() => void change(end, t('embed.deactivated'))}
          onClose={() => setIsEnding(false)}
        >
          {t('embed.deactivateText')}
        </ConfirmDialog>
      )}
    </>
  )
}

const Ready = ({ embedding }: { readonly embedding: EmbeddedDashboard }) => (
  <div className={styles.part}>
    <p className={styles.words}>{t('embed.on')}</p>
    <p className={styles.code}>
      <code aria-label={t('embed.id')}>{embedding.uuid}</code>
      <IconButton size="xs" label={t('embed.copyId')} icon={<Copy size={14} />} onClick={() => void copyText(embedding.uuid)} />
    </p>
  </div>
)

const Snippet = ({ uuid }: { readonly uuid: string }) => {
  const code = printSnippet(uuid, location.origin)
  return (
    <div className={styles.part}>
      <p className={styles.label}>{t('embed.snippet')}</p>
      <div className={styles.code}>
        <pre tabIndex={0} aria-label={t('embed.snippet')} role="group">
          {code}
        </pre>
        <IconButton size="xs" label={t('embed.copySnippet')} icon={<Copy size={14} />} onClick={() => void copyText(code)} />
      </div>
      <p className={styles.hint}>{t('embed.snippetHint')}</p>
    </div>
  )
}
