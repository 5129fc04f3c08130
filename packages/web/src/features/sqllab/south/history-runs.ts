import type { Run, SqlState, Tab } from '../state/model.ts'

/** The runs of a tab, the newest first. Looks at tables are not among them. */
export const runsOfTab = (runs: SqlState['runs'], tab: Pick<Tab, 'id' | 'serverId'>): readonly Run[] =>
  Object.values(runs)
    .filter(({ sqlEditorId, isDataPreview }) => !isDataPreview && (sqlEditorId === tab.id || (tab.serverId !== null && sqlEditorId === String(tab.serverId))))
    .sort((a, b) => b.startDttm - a.startDttm || (b.serverId ?? Infinity) - (a.serverId ?? Infinity))

const shownLines = 4

/** The first lines of a statement. */
export const firstLines = (sql: string): string => {
  const lines = sql.trim().split('\n')
  return lines.length <= shownLines ? lines.join('\n') : `${lines.slice(0, shownLines).join('\n')} …`
}

/** Rows older than a day are not brought up again by themselves. */
const dayMs = 864e5
export const isTooOld = (run: Pick<Run, 'startDttm'>, now: number): boolean => now - run.startDttm > dayMs
