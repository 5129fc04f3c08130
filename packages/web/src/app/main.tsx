import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import 'virtual:tokens.css'
import '../ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { watchTheme } from '../ui/theme.ts'
import { reloadAfterUpgrade } from './reload-after-upgrade.ts'
import { routes } from './routes.tsx'

watchTheme()
reloadAfterUpgrade()

const place = document.getElementById('app')
if (!place) throw new Error('The page has no place to draw in.')

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createBrowserRouter([...routes])} />
    </QueryClientProvider>
  </StrictMode>,
)
