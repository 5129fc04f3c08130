import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import 'virtual:tokens.css'
import '../ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { EmbeddedPage, startSession } from '../features/embedded/index.ts'

const place = document.getElementById('app')
if (!place) throw new Error('The page has no place to draw in.')

// The page around the frame speaks as soon as this one is loaded: somebody must listen before anything is drawn.
startSession(queryClient)

// No link leads out of the frame: addresses of the program are for people who have signed in.
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <EmbeddedPage />
      </MemoryRouter>
    </QueryClientProvider>
  </StrictMode>,
)
