import { formOfRows, keepForm } from '../../../api/keep-form.ts'
import { openDatasetDialog, type QueryToKeep } from '../../../dataset-door.ts'
import { links } from '../../../links.ts'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import type { Run, RunRows } from '../state/model.ts'

/** A chart over the rows of a run. Answers the address to go to; nothing when it opened in a window of its own, or could not be made. */
export async function chartRun(run: Run, results: RunRows, inNewWindow: boolean): Promise<string | undefined> {
  if (run.serverId === null) {
    showToast('danger', t('sqllab.chartNeedsId'))
    return undefined
  }
  // Asked for in the click itself, or browsers keep it shut.
  const opened = inNewWindow ? window.open('', '_blank') : null
  try {
    const form = formOfRows(results.columns.map(({ name }) => name))
    const address = links.explore({ form_data_key: await keepForm({ datasource: { id: run.serverId, type: 'query' }, form }) })
    if (!opened) return address
    opened.location.href = address
  } catch {
    opened?.close()
    showToast('danger', t('sqllab.chartFailed'))
  }
  return undefined
}

const temporal = 2

/** What a dataset is made from: the text as it was written, with its parameters, and the columns it gave. */
const queryToKeep = (run: Run, { columns }: RunRows): QueryToKeep => ({
  name: run.tab || undefined,
  sql: run.sql,
  databaseId: run.dbId,
  schema: run.schema,
  templateParams: run.templateParams,
  columns: columns.map(({ name, type, kind }) => ({ column_name: name, type, is_dttm: kind === temporal })),
})

/** Asks how to save the rows of a run as a dataset; the explorer then opens beside the editor. */
export const saveRunAsDataset = (run: Run, results: RunRows): void =>
  openDatasetDialog({ kind: 'save', query: queryToKeep(run, results), opensIn: 'new-window' })
