import { chartIdsIn, titleOf } from '@sightline/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { isFeatureOn, may, mayEdit as mayEditThing } from '../../api/bootstrap.ts'
import { logEvent } from '../../api/log-event.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import { BoardProvider, type BoardContextValue } from '../../board/board-context.ts'
import { nameOfBlock } from '../../board/name-of-block.ts'
import type { BoardChart } from '../../board/queries.ts'
import type { LoadedBoard } from '../../board/use-loaded-board.ts'
import { useTabs } from '../../board/use-tabs.ts'
import { links } from '../../links.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'
import { AddChartPanel } from './AddChartPanel.tsx'
import { Board, type Dragged } from './Board.tsx'
import { DashboardHeader } from './DashboardHeader.tsx'
import styles from './DashboardPage.module.css'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import { EditProvider, type EditContextValue } from './edit-context.ts'
import { EditFrame } from './EditFrame.tsx'
import { EmbedDialog } from './EmbedDialog.tsx'
import { fetchBoardChart, saveFavourite, savePublished, useFavourite } from './queries.ts'
import { hasChanges } from './state.ts'
import { useBoardEdits } from './use-board-edits.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useSave } from './use-save.ts'

const reserved = new Set(['edit', 'standalone'])

/** A dashboard that is there: reading it, and changing it. */
export const LoadedDashboard = ({ dashboard, layout: start, charts, datasets, place }: LoadedBoard) => {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const client = useQueryClient()
  const edits = useBoardEdits(start)
  const { layout, state } = edits
  const [added, setAdded] = useState<readonly BoardChart[]>([])
  const [selected, select] = useState<string>()
  const [addedBlock, setAddedBlock] = useState<string>()
  const [refreshes, setRefreshes] = useState(0)
  const [said, say] = useState('')
  /** `changed_on` of the version the edits started from; older than the dashboard's own when they came out of a draft. */
  const [base, setBase] = useState(dashboard.changed_on)
  const asked = useRef(new Set<number>())
  const [isPanelOpen, setIsPanelOpen] = useState(true)
  const [isDiscarding, setIsDiscarding] = useState(false)
  const [isEmbedding, setIsEmbedding] = useState(false)
  const [draft, setDraft] = useState(() => readDraft(dashboard.id))
  const favourite = useFavourite(dashboard.id)
  const mayEdit = may('can_write', 'Dashboard') && mayEditThing(dashboard.owners) && !dashboard.is_managed_externally
  const mayEmbed = isFeatureOn('EMBEDDED_SUPERSET') && may('can_set_embedded', 'Dashboard')
  const isEditing = mayEdit && search.get('edit') === 'true'
  const isChanged = hasChanges(state)

  const byId = useMemo(() => new Map([...added, ...charts].map((chart) => [chart.id, chart])), [added, charts])
  const urlParams = useMemo(() => Object.fromEntries([...search].filter(([name]) => !reserved.has(name))), [search])
  const nameOf = (id: string): string => nameOfBlock(layout, byId, id)
  const tabs = useTabs(layout, place)

  useEffect(() => {
    document.title = titleOf(start)
    logEvent({ event_name: 'mount_dashboard', source: 'dashboard', source_id: dashboard.id, is_published: dashboard.published, is_empty: charts.length === 0 })
  }, [dashboard.id, dashboard.published, start, charts.length])

  /** Charts that came by an edit, or back by a draft, are fetched once. */
  useEffect(() => {
    const missing = chartIdsIn(layout).filter((id) => !byId.has(id) && !asked.current.has(id))
    for (const id of missing) {
      asked.current.add(id)
      fetchBoardChart(id).then(
        (chart) => setAdded((all) => [...all, chart]),
        () => undefined,
      )
    }
  }, [layout, byId])

  /** A chart added by click or key lands at the end, which may be out of sight. */
  useEffect(() => {
    if (addedBlock !== undefined) document.querySelector(`[data-block="${CSS.escape(addedBlock)}"]`)?.scrollIntoView({ block: 'center' })
  }, [addedBlock])

  useEffect(() => {
    if (isChanged) keepDraft(dashboard.id, { base, layout })
  }, [isChanged, layout, dashboard.id, base])
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])

  const setEditing = (isOn: boolean): void => {
    const next = new URLSearchParams(search)
    if (isOn) next.set('edit', 'true')
    else next.delete('edit')
    setSearch(next, { replace: true })
  }
  const save = useSave(dashboard, base, layout, async () => {
    dropDraft(dashboard.id)
    edits.dispatch({ type: 'saved' })
    await navigate(links.dashboard(dashboard.slug || dashboard.id), { replace: true })
    await client.invalidateQueries({ queryKey: ['dashboard'] })
  })
  const discard = (): void => {
    dropDraft(dashboard.id)
    setDraft(undefined)
    setBase(dashboard.changed_on)
    edits.dispatch({ type: 'opened', layout: start, now: Date.now() })
    setIsDiscarding(false)
    setEditing(false)
  }
  useBoardKeys(isEditing, {
    onUndo: () => edits.dispatch({ type: 'undo' }),
    onRedo: () => edits.dispatch({ type: 'redo' }),
    onSave: () => isChanged && save.start(),
  })

  const restore = (): void => {
    if (!draft) return
    edits.dispatch({ type: 'edited', layout: draft.layout, note: { kind: 'rename', name: titleOf(draft.layout) }, now: Date.now() })
    setBase(draft.base)
    setDraft(undefined)
    setEditing(true)
  }
  const star = async (): Promise<void> => {
    const next = !favourite.data
    client.setQueryData(['dashboard-favourite', dashboard.id], next)
    try {
      await saveFavourite(dashboard.id, next)
    } catch (cause) {
      client.setQueryData(['dashboard-favourite', dashboard.id], !next)
      showToast('danger', t('error.favouriteSave', { error: normaliseError(cause).error }))
    }
  }
  const publish = async (): Promise<void> => {
    try {
      await savePublished(dashboard.id, !dashboard.published)
      showToast('success', dashboard.published ? t('dashboard.isDraft') : t('dashboard.isPublished'))
      await client.invalidateQueries({ queryKey: ['dashboard'] })
    } catch (cause) {
      const { status, error } = normaliseError(cause)
      showToast('danger', status === 403 ? t('dashboard.publishFailed') : error)
    }
  }

  const editing: EditContextValue = {
    isEditing,
    selected: isEditing ? selected : undefined,
    select,
    step: (id, direction) => {
      edits.step(id, direction, nameOf(id))
      say(t('dashboard.moved', { name: nameOf(id) }))
    },
    resize: (id, size) => edits.resize(id, size, nameOf(id)),
    remove: (id) => edits.remove(id, nameOf(id)),
  }
  const context: BoardContextValue = {
    dashboardId: dashboard.id,
    layout,
    charts: byId,
    datasets,
    urlParams,
    refreshes,
    nameOf,
    tabs,
    chartActions: 'all',
    editing: isEditing ? { frame: (block, content) => <EditFrame block={block}>{content}</EditFrame>, remove: editing.remove } : undefined,
  }
  const onDrop = (dragged: Dragged, target: Parameters<typeof edits.mayDrop>[1]): void => {
    if (dragged.kind === 'block') edits.move(dragged.id, target, nameOf(dragged.id))
    else select(edits.addChart(dragged.chartId, dragged.name, target))
  }
  const addAtEnd = (chartId: number, name: string): void => {
    const id = edits.addChart(chartId, name)
    select(id)
    setAddedBlock(id)
    say(t('dashboard.did.add', { name }))
  }
  const isEmpty = chartIdsIn(layout).length === 0

  return (
    <BoardProvider value={context}>
      <EditProvider value={editing}>
        <div className={styles.page}>
          <p className="visually-hidden" aria-live="polite">
            {said}
          </p>
          {search.get('standalone') !== '2' && search.get('standalone') !== '3' && (
            <DashboardHeader
              dashboard={dashboard}
              layout={layout}
              state={state}
              isEditing={isEditing}
              isSaving={save.isSaving}
              mayEdit={mayEdit}
              isStarred={favourite.data ?? false}
              isPanelOpen={isPanelOpen}
              isAlone={search.get('standalone') === '1' || search.get('standalone') === 'true'}
              onStar={() => void star()}
              onPublish={() => void publish()}
              onEdit={() => setEditing(true)}
              onRefresh={() => {
                setRefreshes((count) => count + 1)
                showToast('info', t('dashboard.refreshing'))
              }}
              onEmbed={mayEmbed ? () => setIsEmbedding(true) : undefined}
              onRename={edits.rename}
              onUndo={() => edits.dispatch({ type: 'undo' })}
              onRedo={() => edits.dispatch({ type: 'redo' })}
              onJump={(to) => edits.dispatch({ type: 'jump', to })}
              onDiscard={() => (isChanged ? setIsDiscarding(true) : setEditing(false))}
              onSave={save.start}
              onOpenPanel={() => setIsPanelOpen(true)}
            />
          )}
          <div className={styles.body}>
            <div className={styles.page}>
              {(save.failure !== undefined || (draft && mayEdit)) && (
                <div className={styles.notice}>
                  {save.failure !== undefined && <ErrorBox title={t('dashboard.saveFailed')} text={save.failure} onRetry={save.start} onClose={save.clear} />}
                  {draft && mayEdit && (
                    <div className={styles.draft} role="status">
                      <p>{t('dashboard.draftFound')}</p>
                      <Button onClick={restore}>{t('dashboard.draftRestore')}</Button>
                      <Button
                        kind="quiet"
                        onClick={() => {
                          dropDraft(dashboard.id)
                          setDraft(undefined)
                        }}
                      >
                        {t('dashboard.draftDrop')}
                      </Button>
                    </div>
                  )}
                </div>
              )}
              {isEmpty && !isEditing ? (
                <div className={styles.empty}>
                  <EmptyState
                    title={t('dashboard.empty')}
                    {...(mayEdit ? { text: t('dashboard.emptyEditor'), action: <Button onClick={() => setEditing(true)}>{t('dashboard.edit')}</Button> } : {})}
                  />
                </div>
              ) : (
                <Board mayDrop={edits.mayDrop} onDrop={onDrop} onOpenPanel={() => setIsPanelOpen(true)} />
              )}
            </div>
            {isEditing && isPanelOpen && (
              <AddChartPanel dashboardId={dashboard.id} shown={new Set(chartIdsIn(layout))} onAdd={addAtEnd} onClose={() => setIsPanelOpen(false)} />
            )}
          </div>
        </div>
        {isEmbedding && <EmbedDialog dashboardId={dashboard.id} onClose={() => setIsEmbedding(false)} />}
        {isDiscarding && (
          <ConfirmDialog title={t('dashboard.discardTitle')} action={t('dashboard.discard')} onConfirm={discard} onClose={() => setIsDiscarding(false)}>
            {t('dashboard.discardText')}
          </ConfirmDialog>
        )}
        {save.conflict !== undefined && (
          <ConfirmDialog
            title={t('dashboard.conflictTitle')}
            action={t('dashboard.overwrite')}
            isBusy={save.isSaving}
            onConfirm={save.overwrite}
            onClose={save.clear}
          >
            {t('dashboard.conflictText', { name: save.conflict })}
          </ConfirmDialog>
        )}
      </EditProvider>
    </BoardProvider>
  )
}
