import { useNow } from './use-now.ts'
import { fullTime, readMoment, timeAgo } from './time-ago.ts'

/** A moment as people say it; the exact time on hover. */
export const TimeAgo = ({ at, fallback = '—' }: { readonly at: string | number | null | undefined; readonly fallback?: string | undefined }) => {
  const now = useNow()
  const moment = readMoment(at)
  if (moment === undefined) return <>{fallback}</>
  return (
    <time dateTime={moment.toISOString()} title={fullTime(moment)}>
      {timeAgo(moment, now)}
    </time>
  )
}
