import { useEffect, useState } from 'react'
import { normaliseError } from '../../api/normalise-error.ts'
import type { Dataset } from '../../controls/dataset.ts'
import { fetchDataset } from '../../controls/fetch-dataset.ts'
import { showToast } from '../../ui/toasts.ts'
import { readDatasource } from '../../viz/chart-data.ts'

/** The dataset a form is over, where that is another one than the chart was opened over. */
export const otherDataset = (opened: Dataset, datasource: unknown): number | undefined => {
  const named = readDatasource(datasource)
  return named?.type === 'table' && (named.id !== opened.id || opened.type !== 'table') ? named.id : undefined
}

/** The dataset of the chart on the screen. A draft over one that was swapped in before brings that one back with it. */
export const useDataset = (
  opened: Dataset,
  datasource: unknown,
): { readonly dataset: Dataset; readonly setDataset: (dataset: Dataset) => void; readonly isComing: boolean } => {
  const [dataset, setDataset] = useState(opened)
  const [otherId] = useState(() => otherDataset(opened, datasource))
  useEffect(() => {
    if (otherId === undefined) return
    let isWanted = true
    fetchDataset(otherId).then(
      (found) => {
        if (isWanted) setDataset(found)
      },
      (cause: unknown) => {
        if (isWanted) showToast('danger', normaliseError(cause).error)
      },
    )
    return () => {
      isWanted = false
    }
  }, [otherId])
  return { dataset, setDataset, isComing: otherId !== undefined }
}
