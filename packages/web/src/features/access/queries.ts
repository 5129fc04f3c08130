import { useQuery } from '@tanstack/react-query'
import { request } from '../../api/client.ts'
import { listAllRows, listRows } from '../../api/resources.ts'

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
  readonly fail_login_count: number | null
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

export type PersonRow = Pick<UserRow, 'id' | 'first_name' | 'last_name' | 'username'>

const personColumns = { columns: ['id', 'first_name', 'last_name', 'username'], order_column: 'first_name', order_direction: 'asc' } as const

export const usePeople = () =>
  useQuery({ queryKey: ['security/users', 'people'], queryFn: ({ signal }) => listAllRows<PersonRow>('security/users', personColumns, signal) })

/** The people who hold a role. */
export const useRoleUsers = (id: number | undefined) =>
  useQuery({
    queryKey: ['security/users', 'of-role', id],
    queryFn: async ({ signal }) =>
      (await listAllRows<PersonRow>('security/users', { ...personColumns, filters: [{ col: 'roles', opr: 'rel_m_m', value: id ?? 0 }] }, signal)).map(
        (person) => person.id,
      ),
    enabled: id !== undefined,
    staleTime: 0,
  })

interface PairRow {
  readonly id: number
  readonly permission?: { readonly name: string } | null
  readonly view_menu?: { readonly name: string } | null
}

/** Every pair of permission and view the server knows. */
const readAllPairs = async (signal: AbortSignal): Promise<readonly PermissionPair[]> => {
  const rows = await listAllRows<PairRow>('security/permissions-resources', {}, signal)
  return rows
    .map((row) => ({ id: row.id, permission: row.permission?.name ?? '', view: row.view_menu?.name ?? '' }))
    .toSorted((a, b) => a.view.localeCompare(b.view) || a.permission.localeCompare(b.permission))
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
