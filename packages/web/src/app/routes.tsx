import { redirect } from 'react-router'
import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { openDatasetDialog } from '../dataset-door.ts'
import { links } from '../links.ts'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PageError } from './PageError.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { Shell } from './Shell.tsx'

/** A dataset has no page of its own: its address opens its dialog over the list. */
const editDataset = ({ params }: LoaderFunctionArgs) => {
  if (/^\d+$/.test(params['id'] ?? '')) openDatasetDialog({ kind: 'edit', id: Number(params['id']) })
  return redirect(links.datasets())
}

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
          { path: 'superset/welcome', lazy: async () => ({ Component: (await import('../features/home/index.ts')).HomePage }) },
          { path: 'dashboard/list', lazy: async () => ({ Component: (await import('../features/dashboards-list/index.ts')).DashboardsPage }) },
          { path: 'superset/dashboard/:idOrSlug', lazy: async () => ({ Component: (await import('../features/dashboard/index.ts')).DashboardPage }) },
          { path: 'chart/list', lazy: async () => ({ Component: (await import('../features/charts/index.ts')).ChartsPage }) },
          { path: 'chart/add', lazy: async () => ({ Component: (await import('../features/explore/index.ts')).NewChartPage }) },
          { path: 'explore', lazy: async () => ({ Component: (await import('../features/explore/index.ts')).ExplorePage }) },
          { path: 'tablemodelview/list', lazy: async () => ({ Component: (await import('../features/datasets/index.ts')).DatasetsPage }) },
          { path: 'tablemodelview/edit/:id', loader: editDataset },
          { path: 'dataset/:id', loader: editDataset },
          { path: 'dataset/add', lazy: async () => ({ Component: (await import('../features/datasets/index.ts')).AddDatasetPage }) },
          { path: 'databaseview/list', lazy: async () => ({ Component: (await import('../features/databases/index.ts')).DatabasesPage }) },
          { path: 'savedqueryview/list', lazy: async () => ({ Component: (await import('../features/saved-queries/index.ts')).SavedQueriesPage }) },
          { path: 'sqllab', lazy: async () => ({ Component: (await import('../features/sqllab/index.ts')).SqlPage }) },
          // Where other pages and programs send a query as a form.
          { path: 'superset/sqllab', lazy: async () => ({ Component: (await import('../features/sqllab/index.ts')).SqlPage }) },
          { path: 'sqllab/p/:key', lazy: async () => ({ Component: (await import('../features/sqllab/index.ts')).SqlPage }) },
          { path: 'sqllab/history', lazy: async () => ({ Component: (await import('../features/saved-queries/index.ts')).QueryHistoryPage }) },
          { path: 'users/list', lazy: async () => ({ Component: (await import('../features/access/index.ts')).UsersPage }) },
          { path: 'roles/list', lazy: async () => ({ Component: (await import('../features/access/index.ts')).RolesPage }) },
          { path: 'rowlevelsecurity/list', lazy: async () => ({ Component: (await import('../features/row-rules/index.ts')).RowRulesPage }) },
          { path: 'moving-in', lazy: async () => ({ Component: (await import('../features/moving-in/index.ts')).MovingInPage }) },
          { path: 'moving-in/:id', lazy: async () => ({ Component: (await import('../features/moving-in/index.ts')).MovePage }) },
          { path: 'login', lazy: async () => ({ Component: (await import('../features/sign-in/index.ts')).SignInPage }) },
          { path: 'password', lazy: async () => ({ Component: (await import('../features/sign-in/index.ts')).PasswordPage }) },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
]
