import type { RemoteApi, Told } from './remote-api.ts'

export type RemoteRow = Readonly<Record<string, unknown>> & { readonly id: number }

const pageSize = 100
/** A list of more than this many pages does not end. */
const mostPages = 2_000

interface Question {
  readonly columns?: readonly string[]
  /** A column by which the list can be sorted: pages of a sorted list do not overlap while somebody works there. */
  readonly order?: string
  readonly page_size?: number
}

/** Every row of a list of the API. A list that changes while it is read is read once more; a row that never shows is told as a failure. */
export async function readList(api: RemoteApi, path: string, question: Question = {}): Promise<Told<readonly RemoteRow[]>> {
  const rows = new Map<number, RemoteRow>()
  let missing = 0
  for (const direction of ['asc', 'desc'] as const) {
    const read = await readPages(api, path, question, direction, rows)
    if (!read.ok) return read
    missing = read.value - rows.size
    if (missing <= 0) return { ok: true, value: [...rows.values()] }
  }
  return { ok: false, status: 200, why: `${missing} of them never showed while the list was read` }
}

/** Adds the rows of all pages; answers how many there are said to be. */
async function readPages(
  api: RemoteApi,
  path: string,
  { columns, order }: Question,
  direction: 'asc' | 'desc',
  rows: Map<number, RemoteRow>,
): Promise<Told<number>> {
  let count = 0
  for (let page = 0; page < mostPages; page++) {
    const q = {
      page,
      page_size: pageSize,
      ...(columns ? { columns: [...columns] } : {}),
      ...(order ? { order_column: order, order_direction: direction } : {}),
    }
    const answer = await api.get(path, { q })
    if (!answer.ok) return answer
    const found = rowsOf(answer.value)
    if (!found) return { ok: false, status: 200, why: 'the answer cannot be read' }
    for (const row of found.rows) rows.set(row.id, row)
    ;({ count } = found)
    if (found.rows.length === 0 || (page + 1) * pageSize >= count) return { ok: true, value: count }
  }
  return { ok: false, status: 200, why: 'the list there does not end' }
}

/** Rows carry their id, or it stands beside them in `ids`. */
function rowsOf({ result, ids, count }: Readonly<Record<string, unknown>>): { readonly rows: readonly RemoteRow[]; readonly count: number } | null {
  if (!Array.isArray(result)) return null
  const beside: readonly unknown[] = Array.isArray(ids) ? ids : []
  const rows: RemoteRow[] = []
  for (const [at, row] of (result as readonly unknown[]).entries()) {
    if (typeof row !== 'object' || row === null) return null
    const id = (row as { readonly id?: unknown }).id ?? beside[at]
    if (typeof id !== 'number') return null
    rows.push({ ...row, id })
  }
  return { rows, count: typeof count === 'number' ? count : rows.length }
}

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The members of a to-many column that are objects. */
export const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null) : []
