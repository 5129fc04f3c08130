import { useQuery } from '@tanstack/react-query'
import { request } from '../../api/client.ts'
import { listRows } from '../../api/resources.ts'

export interface RoleRow {
  readonly id: number
  readonly name: string
}

export interface UserRow {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly username: string
  readonly email: string
  readonly active: boolean
  readonly last_login: string | null
  readonly login_count: number | null
  readonly roles: readonly RoleRow[]
}

export interface PermissionPair {
  readonly id: number
  readonly permission: string
  readonly view: string
}

export const useRoles = () =>
  useQuery({
    queryKey: ['security/roles', 'choices'],
    queryFn: async ({ signal }) =>
      (await listRows<RoleRow>('security/roles', { columns: ['id', 'name'], order_column: 'name', order_direction: 'asc', page_size: 100 }, signal)).result,
  })

interface PairRow {
  readonly id: number
  readonly permission?: { readonly name: string } | null
  readonly view_menu?: { readonly name: string } | null
}

/** Every pair of permission and view the server knows, page by page. */
const readAllPairs = async (signal: AbortSignal): Promise<readonly PermissionPair[]> => {
  const pairs: PermissionPair[] = []
  for (let page = 0; ; page++) {
    const reply = await listRows<PairRow>('security/permissions-resources', { page, page_size: 100 }, signal)
    pairs.push(...reply.result.map((row) => ({ id: row.id, permission: row.permission?.name ?? '', view: row.view_menu?.name ?? '' })))
    if (reply.result.length === 0 || pairs.length >= reply.count)
      return pairs.toSorted((a, b) => a.view.localeCompare(b.view) || a.permission.localeCompare(b.permission))
  }
}

export const usePairs = () =>
  useQuery({ queryKey: ['security/permissions-resources', 'all'], queryFn: ({ signal }) => readAllPairs(signal), staleTime: 300_000 })

export const useRolePermissions = (id: number | undefined) =>
  useQuery({
    queryKey: ['security/roles', 'permissions-of', id],
    queryFn: async ({ signal }) => {
      const reply = await request<{ result: readonly { id: number }[] }>(`/api/v1/security/roles/${id}/permissions/`, { signal })
      return new Set(reply.result.map((pair) => pair.id)) as ReadonlySet<number>
    },
    enabled: id !== undefined,
    staleTime: 0,
  })
