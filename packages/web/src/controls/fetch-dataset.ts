import { request } from '../api/client.ts'
import type { Dataset } from './dataset.ts'

/** A stored dataset, as a chart over it needs it. */
export const fetchDataset = async (id: number, signal?: AbortSignal): Promise<Dataset> => {
  const { result } = await request<{ result: Dataset }>(`/api/v1/dataset/${String(id)}`, { signal })
  return { ...result, type: 'table' }
}
