import type { ReceivedUpload, UploadLoad, UploadOptions, UploadPreview, UploadState, uploadEndpoints } from '@sightline/contract'
import { encodeRison } from '@sightline/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { request, requestFor } from '../../api/client.ts'
import { sendForm } from '../../api/send-form.ts'
import type { Sent } from '../../api/send-form.ts'

/** Databases that take files from this person. The first question makes the embedded one where there is none. */
export const usePlaces = () =>
  useQuery({
    queryKey: ['upload', 'places'],
    queryFn: ({ signal }) => requestFor<typeof uploadEndpoints.places>('/api/v1/upload/places/', { method: 'GET', signal }),
    staleTime: 60_000,
  })

export const useUploadSchemas = (databaseId: number | undefined) =>
  useQuery({
    queryKey: ['database', 'upload-schemas', databaseId],
    queryFn: async ({ signal }) =>
      (
        await request<{ result: readonly string[] }>(`/api/v1/database/${databaseId}/schemas/`, {
          query: { q: encodeRison({ upload_allowed: true }) },
          signal,
        })
      ).result,
    enabled: databaseId !== undefined,
    staleTime: 60_000,
  })

export const sendFiles = async (files: readonly File[], signal: AbortSignal, onProgress: (sent: Sent) => void): Promise<ReceivedUpload> => {
  const form = new FormData()
  for (const file of files) form.append('file', file, file.name)
  return (await sendForm<{ result: ReceivedUpload }>('/api/v1/upload/', form, signal, onProgress)).result
}

/** What is in the file when it is read this way; the reply to the sending is the first one. */
export const usePreview = (received: ReceivedUpload, options: UploadOptions, isAsked: boolean) => {
  const isFirst = Object.keys(options).length === 0
  return useQuery<UploadPreview>({
    queryKey: ['upload', 'preview', received.id, options],
    queryFn: async ({ signal }) =>
      (
        await request<{ result: UploadPreview }>(`/api/v1/upload/${received.id}/preview`, {
          query: { q: encodeRison(options) },
          signal,
        })
      ).result,
    ...(isFirst ? { initialData: received } : {}),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  })
}

export const beginLoad = (id: string, body: UploadLoad): Promise<unknown> =>
  requestFor<typeof uploadEndpoints.load>(`/api/v1/upload/${id}/load/`, { method: 'POST', body })

export const readState = (id: string, signal: AbortSignal): Promise<UploadState> =>
  requestFor<typeof uploadEndpoints.state>(`/api/v1/upload/${id}`, { method: 'GET', signal })

/** Stops loading and forgets the file. It may be gone already. */
export const forgetUpload = (id: string): Promise<unknown> => request(`/api/v1/upload/${id}`, { method: 'DELETE', outlivesPage: true }).catch(() => undefined)
