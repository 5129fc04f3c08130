import { z } from 'zod'
import { endpoint, type Access } from './endpoint.ts'

const reads = (view: string): Access => ({ permission: 'can_read', view })

/** Addresses that answer the one HTML page; the browser's router draws what belongs there. */
const shells: readonly (readonly [path: string, access: Access, action: string])[] = [
  ['/dashboard/list/', reads('Dashboard'), 'dashboard_list'],
  ['/superset/dashboard/:idOrSlug/', { permission: 'can_dashboard', view: 'Superset' }, 'dashboard'],
  ['/chart/list/', reads('Chart'), 'chart_list'],
  ['/chart/add', { permission: 'can_write', view: 'Chart' }, 'chart_add'],
  ['/explore/', { permission: 'can_explore', view: 'Superset' }, 'explore'],
  ['/superset/explore/p/:key', { permission: 'can_explore', view: 'Superset' }, 'explore'],
  ['/tablemodelview/list/', reads('Dataset'), 'dataset_list'],
  ['/tablemodelview/edit/:id', reads('Dataset'), 'dataset_edit'],
  ['/dataset/add/', { permission: 'can_write', view: 'Dataset' }, 'dataset_add'],
  ['/dataset/:datasetId', reads('Dataset'), 'dataset'],
  ['/databaseview/list/', reads('Database'), 'database_list'],
  ['/sqllab/', { permission: 'can_sqllab', view: 'Superset' }, 'sqllab'],
  ['/sqllab/p/:key/', { permission: 'can_sqllab', view: 'Superset' }, 'sqllab'],
  ['/sqllab/history/', { permission: 'can_sqllab', view: 'Superset' }, 'sqllab_history'],
  ['/savedqueryview/list/', reads('SavedQuery'), 'saved_query_list'],
  ['/alert/list/', reads('ReportSchedule'), 'alert_list'],
  ['/report/list/', reads('ReportSchedule'), 'report_list'],
  ['/alert/:id/log/', reads('ReportSchedule'), 'alert_log'],
  ['/report/:id/log/', reads('ReportSchedule'), 'report_log'],
  ['/annotationlayer/list/', reads('Annotation'), 'annotation_layer_list'],
  ['/annotationlayer/:id/annotation/', reads('Annotation'), 'annotation_list'],
  ['/csstemplatemodelview/list/', reads('CssTemplate'), 'css_template_list'],
  ['/rowlevelsecurity/list/', reads('Row Level Security'), 'row_level_security_list'],
  ['/users/list/', reads('User'), 'user_list'],
  ['/roles/list/', reads('Role'), 'role_list'],
  ['/logmodelview/list/', reads('Log'), 'action_log'],
  ['/moving-in/', { permission: 'can_import_', view: 'ImportExportRestApi' }, 'moving_in'],
  ['/moving-in/:id/', { permission: 'can_import_', view: 'ImportExportRestApi' }, 'moving_in_report'],
  ['/profile/', 'signed-in', 'profile'],
  ['/password/', 'signed-in', 'password'],
  ['/superset/all_entities/', reads('Tag'), 'all_entities'],
  ['/superset/tags/', reads('Tag'), 'tags'],
]

export const shellEndpoints = shells.map(([path, access, action]) =>
  endpoint({ method: 'GET', path, tag: 'pages', summary: `The page ${path}`, access, produces: 'html', action }),
)

const redirect = (path: string, access: Access, summary: string, action: string) =>
  endpoint<unknown, unknown, unknown, never>({ method: 'GET', path, tag: 'pages', summary, access, produces: 'redirect', status: 302, action })

const anyQuery = z.record(z.string(), z.unknown())
const idParams = z.object({ id: z.string() })

export const pageEndpoints = {
  root: redirect('/', 'public', 'To the home page', 'index'),
  welcome: endpoint({
    method: 'GET',
    path: '/superset/welcome/',
    tag: 'pages',
    summary: 'The home page',
    access: 'public',
    produces: 'html',
    action: 'welcome',
  }),
  newDashboard: redirect('/dashboard/new', { permission: 'can_write', view: 'Dashboard' }, 'Make an empty dashboard and open it', 'dashboard_new'),
  slice: endpoint({
    method: 'GET',
    path: '/superset/slice/:id/',
    tag: 'pages',
    summary: 'To the explorer with a saved chart',
    access: { permission: 'can_slice', view: 'Superset' },
    params: idParams,
    query: anyQuery,
    produces: 'redirect',
    status: 302,
    action: 'slice',
  }),
  oldExplore: endpoint({
    method: 'GET',
    path: '/superset/explore/',
    tag: 'pages',
    summary: 'To the explorer',
    access: { permission: 'can_explore', view: 'Superset' },
    query: anyQuery,
    produces: 'redirect',
    status: 302,
    action: 'explore',
  }),
  oldExploreOf: endpoint({
    method: 'GET',
    path: '/superset/explore/:type/:id/',
    tag: 'pages',
    summary: 'To the explorer with a dataset',
    access: { permission: 'can_explore', view: 'Superset' },
    params: z.object({ type: z.string(), id: z.string() }),
    query: anyQuery,
    produces: 'redirect',
    status: 302,
    action: 'explore',
  }),
  oldSqllab: endpoint({
    method: 'GET',
    path: '/superset/sqllab/',
    tag: 'pages',
    summary: 'To the SQL editor',
    access: { permission: 'can_sqllab', view: 'Superset' },
    query: anyQuery,
    produces: 'redirect',
    status: 302,
    action: 'sqllab',
  }),
  openSqllab: endpoint({
    method: 'POST',
    path: '/sqllab/',
    tag: 'pages',
    summary: 'The SQL editor with a query that another page sends as a form',
    access: { permission: 'can_sqllab', view: 'Superset' },
    body: z.record(z.string(), z.string()).optional(),
    produces: 'html',
    action: 'sqllab',
  }),
  openOldSqllab: endpoint({
    method: 'POST',
    path: '/superset/sqllab/',
    tag: 'pages',
    summary: 'The same, at its old address',
    access: { permission: 'can_sqllab', view: 'Superset' },
    body: z.record(z.string(), z.string()).optional(),
    produces: 'html',
    action: 'sqllab',
  }),
  oldSqllabHistory: redirect('/superset/sqllab/history/', { permission: 'can_sqllab', view: 'Superset' }, 'To the query history', 'sqllab_history'),
  loginPage: endpoint({
    method: 'GET',
    path: '/login/',
    tag: 'pages',
    summary: 'The sign-in page',
    access: 'public',
    query: z.object({ next: z.string().optional() }),
    produces: 'html',
    isLogged: false,
  }),
  login: endpoint({
    method: 'POST',
    path: '/login/',
    tag: 'pages',
    summary: 'Sign in with a form',
    access: 'public',
    query: z.object({ next: z.string().optional() }),
    body: z.object({ username: z.string(), password: z.string(), csrf_token: z.string().optional(), next: z.string().optional() }),
    produces: 'redirect',
    status: 302,
    action: 'login',
  }),
  loginLink: endpoint({
    method: 'GET',
    path: '/login/link/',
    tag: 'pages',
    summary: 'Sign in with a one-time link',
    access: 'public',
    query: z.object({ token: z.string() }),
    produces: 'redirect',
    status: 302,
    action: 'login',
  }),
  logout: redirect('/logout/', 'public', 'Sign out', 'logout'),
  file: endpoint({
    method: 'GET',
    path: '/static/*',
    tag: 'pages',
    summary: 'A file of the front end',
    access: 'public',
    params: z.object({ '*': z.string() }),
    produces: 'text',
    isLogged: false,
  }),
}

const health = (path: string) =>
  endpoint({
    method: 'GET',
    path,
    tag: 'health',
    summary: 'OK once the server is ready',
    access: 'public',
    produces: 'text',
    reply: z.string(),
    isLogged: false,
  })

export const healthEndpoints = { health: health('/health'), healthcheck: health('/healthcheck'), ping: health('/ping') }

export const logEndpoints = {
  events: endpoint({
    method: 'POST',
    path: '/superset/log/',
    tag: 'log',
    summary: 'Events of the page, in a batch',
    access: { permission: 'can_log', view: 'Superset' },
    isForGuests: true,
    csrf: false,
    query: z.object({ explode: z.string().optional(), dashboard_id: z.string().optional(), slice_id: z.string().optional() }),
    body: z.looseObject({ events: z.string().optional() }).optional(),
    produces: 'text',
    isLogged: false,
  }),
}
