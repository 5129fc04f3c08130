import type { ListQuestion } from '../../../api/resources.ts'
import { pageSize } from '../../../ui/list/list-state.ts'

export interface SwapList {
  readonly search: string
  readonly page: number
  readonly sortColumn: string
  readonly sortOrder: 'asc' | 'desc'
}

/** What was changed last is most often what is looked for. */
export const firstSwapList: SwapList = { search: '', page: 0, sortColumn: 'changed_on_delta_humanized', sortOrder: 'desc' }

/** One page of the datasets a chart could go over to. */
export const swapQuestion = ({ search, page, sortColumn, sortOrder }: SwapList): ListQuestion => ({
  columns: ['id', 'table_name', 'kind', 'schema', 'database.database_name', 'owners.id', 'owners.first_name', 'owners.last_name'],
  filters: search.trim() === '' ? [] : [{ col: 'table_name', opr: 'ct', value: search.trim() }],
  order_column: sortColumn,
  order_direction: sortOrder,
  page,
  page_size: pageSize,
})
