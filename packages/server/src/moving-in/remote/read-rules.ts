import type { NotBrought } from '@sightline/contract'
import type { Extras } from '../source.ts'
import type { ObjectIndex } from './match-files.ts'
import type { Catalogue } from './read-catalogue.ts'
import { listOf, readList, textOf, type RemoteRow } from './read-list.ts'
import type { RemoteApi } from './remote-api.ts'

type Rules = Pick<Extras, 'rowRules' | 'closed'>

/**
 * The row rules of the source, and the datasets whose rules are not known for certain: those come over closed. In doubt a dataset is closed, because
 * one that comes over without its rule shows everybody what the rule kept from them.
 */
export async function readRules(api: RemoteApi, catalogue: Catalogue, index: ObjectIndex, notBrought: NotBrought[]): Promise<Rules> {
  const closed = new Map<string, string>()
  const close = (datasets: readonly string[], why: string): void => datasets.forEach((dataset) => closed.has(dataset) || closed.set(dataset, why))
  // Closed there: what is missing there is missing here too.
  for (const row of catalogue.dataset ?? []) {
    const [uuid, why] = [index.uuidOf('dataset', row.id), textOf(row['closed_because'])]
    if (uuid !== undefined && why !== null) close([uuid], why)
  }
  const list = await readList(api, '/api/v1/rowlevelsecurity/')
  if (!list.ok) {
    const why = `The row rules of ${api.origin} could not be read: ${list.why}.`
    notBrought.push({ kind: 'row_rule', name: 'All row rules', why: `${why} Every dataset comes over closed to all but administrators.` })
    close(index.datasets, why)
    return { rowRules: [], closed: printClosed(closed) }
  }
  const rowRules: Rules['rowRules'][number][] = []
  for (const row of list.value) {
    const rule = readRule(await readWhole(api, row))
    const name = rule?.name ?? textOf(row['name']) ?? `row rule ${row.id}`
    const { known, unsure } = tablesOf(row, index)
    if (rule) rowRules.push({ ...rule, datasets: known })
    else close(known, `Its row rule "${name}" could not be read.`)
    close(unsure, `It may be the dataset that the row rule "${name}" of ${api.origin} is about.`)
    if (!rule) notBrought.push({ kind: 'row_rule', name, why: 'The rule could not be read as one; the datasets it is about come over closed.' })
  }
  return { rowRules: rowRules.filter(({ datasets }) => datasets.length > 0), closed: printClosed(closed) }
}

const printClosed = (closed: ReadonlyMap<string, string>): Rules['closed'] => [...closed].map(([dataset, why]) => ({ dataset, why }))

/** Lists leave out the description of a rule. */
async function readWhole(api: RemoteApi, row: RemoteRow): Promise<RemoteRow> {
  const item = await api.get(`/api/v1/rowlevelsecurity/${row.id}`)
  const result = item.ok ? item.value['result'] : undefined
  return typeof result === 'object' && result !== null ? { ...row, ...result, id: row.id } : row
}

function readRule(row: RemoteRow): Omit<Rules['rowRules'][number], 'datasets'> | null {
  const [name, filterType, clause] = [textOf(row['name']), textOf(row['filter_type']), textOf(row['clause'])]
  const roles = Array.isArray(row['roles']) ? listOf(row['roles']).map(({ name: role }) => textOf(role)) : null
  if (!name || !clause || (filterType !== 'Regular' && filterType !== 'Base') || roles === null || roles.includes(null)) return null
  return { name, description: textOf(row['description']), filterType, groupKey: textOf(row['group_key']) || null, clause, roles: roles as string[] }
}

/** The datasets of a rule. One that no list told of is known by its table alone: whatever came under that name may be it. */
function tablesOf(row: RemoteRow, index: ObjectIndex): { readonly known: readonly string[]; readonly unsure: readonly string[] } {
  const known: string[] = []
  const unsure: string[] = []
  for (const table of listOf(row['tables'])) {
    const uuid = typeof table['id'] === 'number' ? index.uuidOf('dataset', table['id']) : undefined
    if (uuid !== undefined) known.push(uuid)
    else {
      const named = index.datasetsNamed(textOf(table['table_name']) ?? '')
      unsure.push(...(named.length > 0 ? named : index.unlisted))
    }
  }
  // A rule that names no table we can read could be about any of them.
  if (!Array.isArray(row['tables'])) unsure.push(...index.datasets)
  return { known, unsure: unsure.filter((one) => !known.includes(one)) }
}
