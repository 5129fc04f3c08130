import { readDatasource } from '../../viz/chart-data.ts'
import type { ExploreAddress } from './queries.ts'

export const readNumber = (text: string | null): number | undefined => (text !== null && /^\d+$/.test(text) ? Number(text) : undefined)

/** What the address of the explorer names. The source is given by number and type, as one word, or as a dataset. */
export const readAddress = (search: URLSearchParams): ExploreAddress => {
  const id = readNumber(search.get('datasource_id'))
  const dataset = readNumber(search.get('dataset_id'))
  const type = search.get('datasource_type') ?? 'table'
  return {
    sliceId: readNumber(search.get('slice_id')),
    source: id !== undefined ? { id, type } : dataset !== undefined ? { id: dataset, type: 'table' } : readDatasource(search.get('datasource')),
    formKey: search.get('form_data_key') || undefined,
    permalinkKey: search.get('permalink_key') || undefined,
  }
}

/** Whether the address says enough to open something. */
export const isComplete = ({ sliceId, source, formKey, permalinkKey }: ExploreAddress): boolean =>
  sliceId !== undefined || source !== undefined || formKey !== undefined || permalinkKey !== undefined
