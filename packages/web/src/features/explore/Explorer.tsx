import { charts } from '@sightline/charts'
import { useQueryClient } from '@tanstack/react-query'
import { PanelLeftOpen } from 'lucide-react'
import { useEffect, useMemo, useReducer, useState } from 'react'
import { useNavigate } from 'react-router'
import { mayEdit } from '../../api/bootstrap.ts'
import { logEvent } from '../../api/log-event.ts'
import { mainTimeColumn, type Dataset } from '../../controls/dataset.ts'
import type { DraggedItem } from '../../controls/widget.ts'
import { openDatasetDialog } from '../../dataset-door.ts'
import { links } from '../../links.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Splitter } from '../../ui/Splitter.tsx'
import { showToast } from '../../ui/toasts.ts'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import type { OwnState } from '../../viz/own-state.ts'
import { useChartData } from '../../viz/use-chart-data.ts'
import { t } from '../../words/words.ts'
import { addItem } from './add-item.ts'
import { ChartPane } from './ChartPane.tsx'
import { ControlPanel } from './ControlPanel.tsx'
import { DatasetPanel } from './DatasetPanel.tsx'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import styles from './Explorer.module.css'
import { ExploreHeader } from './ExploreHeader.tsx'
import { hasWarnings } from './form-warnings.ts'
import { Notice } from './Notice.tsx'
import { queryToKeep } from './query-to-keep.ts'
import type { SavedChart } from './queries.ts'
import { cleanForm, type Saved } from './save-chart.ts'
import { SaveDialog } from './SaveDialog.tsx'
import { completeForm, kindOfIn } from './start-form.ts'
import { drawnForm, findProblems, isAltered, isChanged, isStale, openExplore, reduceExplore, shownProblems, type Form } from './state.ts'
import { isNothingCarried, judgeForm, swapForm, type Carried } from './swap-form.ts'
import { switchType } from './switch-type.ts'
import { TypePicker } from './TypePicker.tsx'
import { useDataset } from './use-dataset.ts'
import { useExploreKeys } from './use-explore-keys.ts'
import { useStar } from './use-star.ts'

export interface ExplorerProps {
  readonly chart: SavedChart | undefined
  readonly form: Form
  /** A form that was left with the server for this visit. */
  readonly kept: Form | undefined
  readonly dataset: Dataset
  readonly dashboardId: number | undefined
}

const fallback = charts.find(({ id }) => id === 'table') ?? charts[0]!
const chartFor = (form: Form) => charts.find(({ id }) => id === form['viz_type']) ?? fallback

/** Dataset, settings, chart: build a chart and save it. */
export const Explorer = ({ chart: saved, form: opened, kept, dataset: openedDataset, dashboardId }: ExplorerProps) => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [carried, setCarried] = useState<Carried>()
  // Another type that is asked for is another beginning, not the unsaved work of an earlier one.
  const place = saved
    ? `chart.${String(saved.id)}`
    : `${openedDataset.type === 'query' ? 'query' : 'dataset'}.${String(openedDataset.id)}.${String(opened['viz_type'])}`
  // What is saved is over the dataset that was opened, also after a swap.
  const stored = useMemo(() => completeForm(chartFor(opened), opened, openedDataset, saved === undefined), [opened, openedDataset, saved])
  const [start] = useState(() => {
    if (kept !== undefined) return { form: completeForm(chartFor(kept), kept, openedDataset, false), isDraft: false }
    const draft = readDraft(place)
    const isKnown = draft !== undefined && charts.some(({ id }) => id === draft['viz_type']) && isChanged(draft, stored)
    return { form: isKnown ? draft : stored, isDraft: isKnown }
  })
  const { dataset, setDataset, isComing } = useDataset(openedDataset, start.form['datasource'])
  const kindOf = useMemo(() => kindOfIn(dataset), [dataset])
  const [state, dispatch] = useReducer(reduceExplore, undefined, () =>
    openExplore(
      start.form,
      saved ? stored : undefined,
      Object.keys(findProblems(chartFor(start.form), start.form, kindOf)).length === 0 &&
        (saved !== undefined || kept !== undefined || (start.isDraft && !isComing)),
    ),
  )
  const [isDraft, setIsDraft] = useState(start.isDraft)
  const [name, setName] = useState(saved?.slice_name ?? '')
  const [isSaving, setIsSaving] = useState(false)
  const [isPicking, setIsPicking] = useState(false)
  const isNarrow = useIsNarrow()
  const [wantsDataset, setWantsDataset] = useState<boolean>()
  const isDatasetShown = wantsDataset ?? !isNarrow
  const star = useStar(saved?.id)

  const chart = chartFor(state.form)
  const problems = useMemo(() => findProblems(chart, state.form, kindOf), [chart, state.form, kindOf])
  const [own, setOwn] = useState<{ readonly runs: number; readonly state: OwnState }>()
  const drawn = useMemo(() => {
    const plain = drawnForm(state, chart, problems)
    return plain && own?.runs === state.runs ? { ...plain, ownState: own.state } : plain
  }, [state, chart, problems, own])
  const answer = useChartData(drawn ?? state.form, drawn !== undefined)
  const mayRun = Object.keys(problems).length === 0
  const altered = isAltered(state) || name !== (saved?.slice_name ?? '')
  const stale = isStale(state, chart)

  useEffect(() => {
    document.title = saved?.slice_name ?? t('explore.title')
    if (saved) logEvent({ event_name: 'mount_explorer', source: 'slice', source_id: saved.id })
  }, [saved])
  useEffect(() => {
    if (isChanged(state.form, stored)) keepDraft(place, state.form)
    else dropDraft(place)
  }, [place, state.form, stored])

  // Expressions that came from another dataset have run over this one.
  const hasFitted = state.ran !== undefined && hasWarnings(state.ran) && answer.data !== undefined && !answer.isOld && !answer.failure
  useEffect(() => {
    if (hasFitted) dispatch({ type: 'fitted' })
  }, [hasFitted])

  const run = (): void => {
    if (!mayRun) return dispatch({ type: 'tried' })
    if (stale) dispatch({ type: 'ran' })
    else answer.refresh()
  }
  useExploreKeys({ run, save: () => setIsSaving(mayRun) })

  const set = (control: string, value: unknown): void => dispatch({ type: 'set', name: control, value, rules: { chart, kindOf } })
  const onAdd = (item: DraggedItem): void => {
    const change = addItem(chart, state.form, item, dataset, kindOf)
    if (change) set(change.name, change.value)
  }
  const changeType = (id: string): void => {
    const next = charts.find((candidate) => candidate.id === id)
    setIsPicking(false)
    if (next && next.id !== chart.id)
      dispatch({ type: 'typeChanged', form: completeForm(next, switchType(state.form, next, state.memory), dataset, saved === undefined) })
  }
  const onEdited = (edited: Dataset): void => {
    setDataset(edited)
    // The answers on the screen were made with the metrics and columns there were.
    void client.invalidateQueries({ queryKey: ['chart-data'] })
    void client.invalidateQueries({ queryKey: ['samples', edited.id] })
  }
  const onSwapped = (next: Dataset): void => {
    const form = completeForm(chart, swapForm(chart, state.form, next, mainTimeColumn(next)), next, false)
    setDataset(next)
    setCarried(judgeForm(chart, state.form, next))
    dispatch({ type: 'datasetChanged', form })
  }
  const onSaveQuery = (): void =>
    openDatasetDialog({ kind: 'save', query: queryToKeep(dataset), opensIn: 'same-window', intro: t('explore.saveQueryIntro'), form: cleanForm(state.form) })
  const clearForm = (): void => {
    setCarried(undefined)
    dispatch({ type: 'datasetChanged', form: completeForm(chart, { viz_type: chart.id, slice_id: state.form['slice_id'] }, dataset, true) })
  }
  const dropChanges = (): void => {
    dropDraft(place)
    setIsDraft(false)
    setDataset(openedDataset)
    dispatch({ type: 'opened', form: stored, saved: saved ? stored : undefined, runAtOnce: saved !== undefined })
  }
  const onSaved = ({ id, dashboard }: Saved, savedName: string, isOverwrite: boolean, goes: boolean): void => {
    setIsSaving(false)
    setIsDraft(false)
    dropDraft(place)
    dispatch({ type: 'saved', form: { ...state.form, slice_id: id } })
    setName(savedName)
    showToast('success', isOverwrite ? t('save.overwritten', { name: savedName }) : t('save.saved', { name: savedName }))
    if (dashboard) showToast('success', t(dashboard.isNew ? 'save.created' : 'save.added', { name: savedName, dashboard: dashboard.title }))
    void client.invalidateQueries({ queryKey: ['dashboard'] })
    if (goes && dashboard) void navigate(links.dashboard(dashboard.id))
    else {
      void client.invalidateQueries({ queryKey: ['explore'] })
      void navigate(links.explore({ slice_id: id }), { replace: true })
    }
  }

  const controlsAndChart = (
    <Splitter
      direction="row"
      initialSize={312}
      least={264}
      most={520}
      storageKey="controls_width"
      first={
        <ControlPanel
          chart={chart}
          form={state.form}
          dataset={dataset}
          kindOf={kindOf}
          problems={problems}
          shown={shownProblems(state, problems)}
          isStale={stale}
          isRunning={answer.isFetching}
          hasRun={state.ran !== undefined}
          onSet={set}
          drawnType={drawn === undefined ? undefined : String(drawn['viz_type'])}
          onType={changeType}
          onRun={run}
          onStop={answer.stop}
          onPickType={() => setIsPicking(true)}
        />
      }
      second={
        <ChartPane
          onOwnState={(page) => setOwn({ runs: state.runs, state: page })}
          name={name || t('explore.untitled')}
          drawn={drawn}
          answer={answer}
          dataset={dataset}
          isStale={stale}
          mayRun={mayRun}
          onRun={run}
        />
      }
    />
  )
  return (
    <div className={styles.page}>
      <ExploreHeader
        chart={saved}
        name={name}
        mayRename={!saved || mayEdit(saved.owners)}
        isStarred={star.isStarred}
        isAltered={altered}
        maySave={mayRun}
        onRename={setName}
        onStar={() => void star.toggle()}
        onSave={() => setIsSaving(true)}
      />
      {isDraft && (
        <Notice
          text={t('explore.draft')}
          actions={[
            { label: saved ? t('explore.discardDraft') : t('ui.clear'), onSelect: dropChanges },
            { label: t('ui.dismiss'), onSelect: () => setIsDraft(false) },
          ]}
        />
      )}
      {carried && (
        <Notice
          title={t(isNothingCarried(carried) ? 'explore.keepNoneTitle' : 'explore.keepTitle')}
          text={t(isNothingCarried(carried) ? 'explore.keepNoneText' : 'explore.keepText')}
          actions={[
            { label: t('explore.keepContinue'), onSelect: () => setCarried(undefined) },
            { label: t('explore.keepClear'), onSelect: clearForm },
          ]}
        />
      )}
      <div className={styles.columns}>
        {isDatasetShown ? (
          <Splitter
            direction="row"
            initialSize={248}
            least={200}
            most={420}
            storageKey="datasource_width"
            first={
              <DatasetPanel
                dataset={dataset}
                onAdd={onAdd}
                onEdited={onEdited}
                onSwapped={onSwapped}
                onSaveQuery={onSaveQuery}
                onHide={() => setWantsDataset(false)}
              />
            }
            second={controlsAndChart}
          />
        ) : (
          <>
            <div className={styles.rail}>
              <IconButton label={t('explore.showDataset')} icon={<PanelLeftOpen size={16} />} onClick={() => setWantsDataset(true)} />
            </div>
            <div className={styles.grow}>{controlsAndChart}</div>
          </>
        )}
      </div>
      {isSaving && (
        <SaveDialog
          chart={saved}
          form={state.form}
          dataset={dataset}
          name={name}
          dashboardId={dashboardId}
          onSaved={onSaved}
          onClose={() => setIsSaving(false)}
        />
      )}
      {isPicking && <TypePicker current={chart.id} onPick={changeType} onClose={() => setIsPicking(false)} />}
    </div>
  )
}
