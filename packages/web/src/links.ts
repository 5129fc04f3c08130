/** Every address of the product. Features reach each other through these, never through imports. */
const withSearch = (path: string, search: Readonly<Record<string, string | number | boolean | undefined>>): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (value !== undefined) params.set(name, String(value))
  const text = params.toString()
  return text === '' ? path : `${path}?${text}`
}

export const links = {
  home: () => '/superset/welcome/',
  dashboards: (search: { filters?: string } = {}) => withSearch('/dashboard/list/', search),
  dashboard: (idOrSlug: number | string, search: { edit?: boolean } = {}) => withSearch(`/superset/dashboard/${encodeURIComponent(idOrSlug)}/`, search),
  /** The server makes an empty dashboard and sends the browser to it. */
  newDashboard: () => '/dashboard/new',
  charts: (search: { filters?: string } = {}) => withSearch('/chart/list/', search),
  newChart: (search: { dashboard_id?: number; datasource?: string } = {}) => withSearch('/chart/add', search),
  explore: (search: {
    slice_id?: number
    datasource_type?: string
    datasource_id?: number
    viz_type?: string
    form_data_key?: string
    dashboard_id?: number
  }) => withSearch('/explore/', search),
  datasets: (search: { filters?: string; show_upload_modal?: boolean } = {}) => withSearch('/tablemodelview/list/', search),
  /** The list with the dialog of a dataset over it. */
  dataset: (id: number) => `/dataset/${id}`,
  /** With a table: the page opens on it. */
  newDataset: (search: { database?: number; schema?: string; table?: string } = {}) => withSearch('/dataset/add/', search),
  /** With a database: its dialog is open. */
  databases: (search: { show_database_modal?: boolean; database?: number } = {}) => withSearch('/databaseview/list/', search),
  sql: (search: { new?: boolean; savedQueryId?: number; queryId?: number; dbid?: number; sql?: string; schema?: string; datasourceKey?: string } = {}) =>
    withSearch('/sqllab/', search),
  savedQueries: () => '/savedqueryview/list/',
  queryHistory: () => '/sqllab/history/',
  users: () => '/users/list/',
  roles: () => '/roles/list/',
  rowRules: () => '/rowlevelsecurity/list/',
  movingIn: () => '/moving-in/',
  move: (id: number) => `/moving-in/${id}/`,
  password: () => '/password/',
  signIn: (next?: string) => withSearch('/login/', { next }),
  signOut: () => '/logout/',
} as const
