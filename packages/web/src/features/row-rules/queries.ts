import type { RowRuleFault, rowRuleEndpoints } from '@sightline/contract'
import { useQuery } from '@tanstack/react-query'
import { requestFor, request } from '../../api/client.ts'
import { listRows, readRelated } from '../../api/resources.ts'
import { bodyOf, datasetLabel, type RuleForm, type StoredRule } from './rule-form.ts'

/** A rule as it is now, not as the list showed it. */
export const useRule = (id: number | undefined) =>
  useQuery({
    queryKey: ['rowlevelsecurity', 'rule', id],
    queryFn: async ({ signal }) => (await request<{ result: Omit<StoredRule, 'id'> }>(`/api/v1/rowlevelsecurity/${id}`, { signal })).result,
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Infinity,
  })

const pageSize = 100

/** Datasets by a part of their name; those of other schemas and databases may have the same one. */
export const useDatasetChoices = (text: string) =>
  useQuery({
    queryKey: ['dataset', 'choices-of-rules', text],
    queryFn: async ({ signal }) => {
      const reply = await listRows<{ id: number; table_name: string; schema: string | null; database?: { database_name: string } | null }>(
        'dataset',
        {
          columns: ['id', 'table_name', 'schema', 'database.database_name'],
          filters: text === '' ? [] : [{ col: 'table_name', opr: 'ct', value: text }],
          order_column: 'table_name',
          order_direction: 'asc',
          page_size: pageSize,
        },
        signal,
      )
      return reply.result.map((row) => ({ value: row.id, label: datasetLabel(row.table_name, row.schema), note: row.database?.database_name }))
    },
    placeholderData: (previous) => previous,
  })

export const useRoleChoices = (text: string) =>
  useQuery({
    queryKey: ['rowlevelsecurity', 'roles', text],
    queryFn: async ({ signal }) => {
      const reply = await readRelated('rowlevelsecurity', 'roles', { page: 0, page_size: pageSize, ...(text === '' ? {} : { filter: text }) }, signal)
      return reply.result.map((role) => ({ value: Number(role.value), label: role.text }))
    },
    placeholderData: (previous) => previous,
  })

export const saveRule = (id: number | undefined, form: RuleForm): Promise<unknown> =>
  id === undefined
    ? requestFor<typeof rowRuleEndpoints.create>('/api/v1/rowlevelsecurity/', { method: 'POST', body: bodyOf(form) })
    : requestFor<typeof rowRuleEndpoints.update>(`/api/v1/rowlevelsecurity/${id}`, { method: 'PUT', body: bodyOf(form) })

/** What the databases say to the clause. That it could not be asked keeps nobody from saving. */
export const checkRule = async (form: RuleForm): Promise<readonly RowRuleFault[]> => {
  const { clause, tables } = bodyOf(form)
  try {
    return (await requestFor<typeof rowRuleEndpoints.check>('/api/v1/rowlevelsecurity/check/', { method: 'POST', body: { clause, tables } })).result
  } catch {
    return []
  }
}

/** Whether another rule is called so. The server only says that it could not save. */
export const isNameTaken = async (name: string, exceptId: number | undefined): Promise<boolean> => {
  const reply = await listRows<{ id: number }>('rowlevelsecurity', { columns: ['id'], filters: [{ col: 'name', opr: 'eq', value: name }] })
  return reply.result.some(({ id }) => id !== exceptId)
}
