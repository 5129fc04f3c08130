import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './failure.ts'

/** Server state of the whole page. Refusals are final; a lost connection is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, cause) => count < 2 && cause instanceof ApiFailure && (cause.kind === 'network' || cause.status === 503),
    },
    mutations: { retry: false },
  },
})
