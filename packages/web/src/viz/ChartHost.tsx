import { chartOf, darkPalette, lightPalette, type Picture, type Surroundings } from '@sightline/charts'
import { useMemo, useRef, useState } from 'react'
import { normaliseError } from '../api/normalise-error.ts'
import { joinClasses } from '../ui/join-classes.ts'
import { useTheme } from '../ui/theme.ts'
import { t } from '../words/words.ts'
import { CrashBoundary } from '../ui/CrashBoundary.tsx'
import type { ChartForm } from './chart-data.ts'
import { ChartFailure } from './ChartFailure.tsx'
import styles from './ChartHost.module.css'
import { ChartSkeleton } from './ChartSkeleton.tsx'
import { namesOf, type ChartDataset } from './dataset-names.ts'
import { drawPicture } from './drawers/all.tsx'
import { FrameGrid } from './FrameGrid.tsx'
import { readOwnState, type OwnState } from './own-state.ts'
import type { ChartAnswer } from './use-chart-data.ts'
import { useSize } from './use-size.ts'

export interface ChartHostProps {
  readonly name: string
  readonly form: ChartForm
  readonly answer: ChartAnswer
  readonly dataset?: ChartDataset | undefined
  /** The rows instead of the picture. */
  readonly isTable?: boolean
  /** Takes what a chart remembers by itself, such as the page of a table that the server pages. */
  readonly onOwnState?: ((state: OwnState) => void) | undefined
}

/** Form and rows become a picture; the picture is drawn. Everything that can happen to a chart has its place here. */
export const ChartHost = (props: ChartHostProps) => {
  const { name, form, answer } = props
  return (
    <CrashBoundary
      resetKey={answer.data ?? form}
      fallback={(cause, retry) => (
        <ChartFailure
          title={t('viz.brokenTitle')}
          text={t('viz.broken', { error: normaliseError(cause).description ?? normaliseError(cause).error })}
          details={normaliseError(cause).stack ?? ''}
          onRetry={retry}
        />
      )}
    >
      <div
        className={styles.host}
        aria-busy={answer.isFetching}
        aria-label={answer.isFetching && !answer.data ? t('viz.loading', { name }) : undefined}
        role="group"
      >
        <HostContent {...props} />
      </div>
    </CrashBoundary>
  )
}

const HostContent = ({ name, form, answer, dataset, isTable = false, onOwnState }: ChartHostProps) => {
  if (answer.problem)
    return answer.problem.kind === 'unsupported' ? (
      <ChartFailure title={t('viz.unsupported')} text={t('viz.unsupportedHint', { type: answer.problem.type })} />
    ) : (
      <ChartFailure title={t('viz.brokenTitle')} text={t('viz.brokenForm', { problem: answer.problem.problem })} />
    )
  if (answer.failure) {
    const { error, hints, stack } = normaliseError(answer.failure)
    return (
      <ChartFailure title={t('viz.failedTitle')} text={error} details={[...hints, ...(stack === undefined ? [] : [stack])].join('\n')} onRetry={answer.retry} />
    )
  }
  if (answer.isStopped) return <ChartFailure title={t('viz.stopped')} text={t('viz.stoppedHint')} onRetry={answer.retry} />
  if (!answer.data) return <ChartSkeleton vizType={form['viz_type']} />
  return <PictureOrRows name={name} form={form} answer={answer} dataset={dataset} isTable={isTable} onOwnState={onOwnState} />
}

const PictureOrRows = ({ name, form: wanted, answer, dataset, isTable, onOwnState }: ChartHostProps) => {
  const place = useRef<HTMLDivElement>(null)
  const size = useSize(place)
  const theme = useTheme()
  const [wantsTwin, setWantsTwin] = useState(false)
  const frames = answer.data!.frames
  const timeZone = answer.data!.replies[0]?.time_zone ?? 'UTC'
  const form = answer.isOfEarlierForm ? answer.data!.form : wanted
  const width = size?.width ?? 0
  const height = size?.height ?? 0
  const picture = useMemo<Picture | undefined>(() => {
    const chart = chartOf(String(form['viz_type']))
    if (!chart || width < 8 || height < 8) return undefined
    const surroundings: Surroundings = {
      size: { width, height },
      palette: theme === 'dark' ? darkPalette : lightPalette,
      dataset: namesOf(dataset),
      timeZone,
    }
    return chart.picture(chart.form.parse(form), frames, surroundings)
  }, [form, frames, width, height, theme, dataset, timeZone])
  const showsRows = isTable || wantsTwin

  return (
    <figure className={styles.figure} aria-label={name}>
      {picture && <figcaption className="visually-hidden">{picture.summary}</figcaption>}
      {picture && picture.kind !== 'table' && !isTable && (
        <button type="button" className={styles.twin} aria-pressed={wantsTwin} onClick={() => setWantsTwin(!wantsTwin)}>
          {t('viz.showTable', { name })}
        </button>
      )}
      <div ref={place} className={joinClasses(styles.place, answer.isOld && styles.old)}>
        {showsRows && frames[0] ? (
          <FrameGrid label={t('viz.tableTwin', { name })} frame={frames[0]} />
        ) : (
          picture && drawPicture(picture, { size: { width, height }, name, ownState: readOwnState(wanted), onOwnState })
        )}
      </div>
    </figure>
  )
}
