import type { ListQuestion } from '../../../api/resources.ts'
import { pageSize } from '../../../ui/list/list-state.ts'
import type { ServerList } from '../DialogTable.tsx'

/** One page of the datasets a chart could go over to. */
export const swapQuestion = ({ search, page, sortColumn, sortOrder }: ServerList): ListQuestion => ({
  columns: ['id', 'table_name', 'kind', 'schema', 'database.database_name', 'owners.id', 'owners.first_name', 'owners.last_name'],
  filters: search.trim() === '' ? [] : [{ col: 'table_name', opr: 'ct', value: search.trim() }],
  order_column: sortColumn,
  order_direction: sortOrder,
  page,
  page_size: pageSize,
})
