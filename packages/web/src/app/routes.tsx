import { redirect } from 'react-router'
import type { RouteObject } from 'react-router'
import { links } from '../links.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PageError } from './PageError.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { Shell } from './Shell.tsx'

/** One line per page. Features come as chunks of their own, loaded when their address is opened. */
export const routes: readonly RouteObject[] = [
  {
    path: '/',
    element: <Shell />,
    errorElement: <PageError isWholePage />,
    HydrateFallback: PageSkeleton,
    children: [
      {
        errorElement: <PageError />,
        children: [
          { index: true, loader: () => redirect(links.home()) },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
]
