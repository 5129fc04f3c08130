import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { normaliseError } from '../../api/normalise-error.ts'
import { readFavourites, saveFavourite } from '../../api/resources.ts'
import type { ResourceName } from '../../api/resources.ts'
import { t } from '../../words/words.ts'
import { showToast } from '../toasts.ts'

export interface Favourites {
  readonly starred: ReadonlySet<number>
  readonly setStarred: (id: number, isStarred: boolean) => void
}

/** Which of some rows are starred. The star turns at once and turns back when the server says no. */
export const useFavourites = (resource: ResourceName, ids: readonly number[], isEnabled: boolean): Favourites => {
  const client = useQueryClient()
  const key = [resource, 'favourites', ids] as const
  const status = useQuery({ queryKey: key, queryFn: ({ signal }) => readFavourites(resource, ids, signal), enabled: isEnabled && ids.length > 0 })
  useEffect(() => {
    if (status.error !== null) showToast('danger', t('error.favouriteStatus', { error: normaliseError(status.error).error }))
  }, [status.error])
  const change = useMutation({
    mutationFn: ({ id, isStarred }: { id: number; isStarred: boolean }) => saveFavourite(resource, id, isStarred),
    onMutate: ({ id, isStarred }) => {
      const before = client.getQueryData<ReadonlySet<number>>(key)
      const next = new Set(before)
      if (isStarred) next.add(id)
      else next.delete(id)
      client.setQueryData(key, next)
      return before
    },
    onError: (cause, _, before) => {
      client.setQueryData(key, before)
      showToast('danger', t('error.favouriteSave', { error: normaliseError(cause).error }))
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['favourite-items'] })
      void client.invalidateQueries({
        predicate: (query) => query.queryKey[0] === resource && query.queryKey[1] !== 'favourites' && query.queryKey[1] !== 'permissions',
      })
    },
  })
  return { starred: status.data ?? new Set(), setStarred: (id, isStarred) => change.mutate({ id, isStarred }) }
}
