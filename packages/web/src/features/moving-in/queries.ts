import type { FidelityReport, Move, movingInEndpoints } from '@sightline/contract'
import { useQuery } from '@tanstack/react-query'
import { requestFor } from '../../api/client.ts'
import { sendForm } from '../../api/send-form.ts'
import type { Sent } from '../../api/send-form.ts'

export type { FidelityReport, Move }

/** How often a move that runs is looked at. */
const lookMs = 700

export const useMoves = () =>
  useQuery({
    queryKey: ['moving-in', 'list'],
    queryFn: async ({ signal }) => (await requestFor<typeof movingInEndpoints.list>('/api/v1/moving_in/', { method: 'GET', signal })).result,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'running') ? 4 * lookMs : false),
    staleTime: 0,
  })

export const useMove = (id: number) =>
  useQuery({
    queryKey: ['moving-in', 'one', id],
    queryFn: async ({ signal }) => (await requestFor<typeof movingInEndpoints.get>(`/api/v1/moving_in/${id}`, { method: 'GET', signal })).result,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? lookMs : false),
    staleTime: 0,
  })

export const startMove = async (form: FormData, signal: AbortSignal, onProgress: (sent: Sent) => void): Promise<number> =>
  (await sendForm<{ readonly id: number }>('/api/v1/moving_in/', form, signal, onProgress)).id

/** One that has ended meanwhile keeps its report. */
export const stopMove = (id: number): Promise<unknown> =>
  requestFor<typeof movingInEndpoints.stop>(`/api/v1/moving_in/${id}`, { method: 'DELETE', query: { if: 'running' } })

export const forgetMove = (id: number): Promise<unknown> => requestFor<typeof movingInEndpoints.stop>(`/api/v1/moving_in/${id}`, { method: 'DELETE' })
