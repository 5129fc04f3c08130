/**
 * Everything an operator can set, described as data: `config.ts` reads it, `docs/operations.md` is printed from it.
 * The value of an environment variable is text; a list is separated by commas. A JSON file (`SIGHTLINE_CONFIG`) uses the same names.
 */
interface Described {
  readonly env: string
  readonly text: string
}
export type Setting =
  | (Described & { readonly type: 'text'; readonly standard: string })
  | (Described & { readonly type: 'number'; readonly standard: number; readonly least: number })
  | (Described & { readonly type: 'flag'; readonly standard: boolean })
  | (Described & { readonly type: 'list'; readonly standard: readonly string[] })
  | (Described & { readonly type: 'json'; readonly standard: Readonly<Record<string, unknown>> })

const text = (env: string, standard: string, words: string) => ({ type: 'text', env, standard, text: words }) as const
const number = (env: string, standard: number, words: string, least = 0) => ({ type: 'number', env, standard, text: words, least }) as const
const flag = (env: string, standard: boolean, words: string) => ({ type: 'flag', env, standard, text: words }) as const
const json = (env: string, words: string) => ({ type: 'json', env, standard: {} as Readonly<Record<string, unknown>>, text: words }) as const
const list = (env: string, standard: readonly string[], words: string) => ({ type: 'list', env, standard, text: words }) as const

export const settings = {
  dataFolder: text('SIGHTLINE_DATA', './data', 'Folder that holds all state: metadata store, secrets, example data, uploads.'),
  store: text('SIGHTLINE_DB', '', 'Metadata store: `postgres://…`, or the path of a file. Empty: `metadata.db` in the data folder.'),
  port: number('SIGHTLINE_PORT', 8088, 'Port to listen on; `PORT` is read too.'),
  host: text('SIGHTLINE_HOST', '127.0.0.1', 'Address to listen on; `HOST` is read too. `0.0.0.0` opens the server to the network.'),
  trustProxy: flag('SIGHTLINE_TRUST_PROXY', false, 'One proxy in front of the server is believed about the address and protocol of its clients.'),
  secureCookies: flag('SIGHTLINE_SECURE_COOKIES', false, 'Cookies are sent over https only.'),
  webserverDomains: list(
    'SIGHTLINE_WEBSERVER_DOMAINS',
    [],
    'Host names, with their ports where they are not the usual ones, under which browsers reach this server. Charts of a page are then asked for through all of them but its own, past the number of calls a browser makes to one host at a time. List the host of the pages too, and set `SIGHTLINE_COOKIE_DOMAIN`. Empty: charts are asked for where the page came from.',
  ),
  cookieDomain: text(
    'SIGHTLINE_COOKIE_DOMAIN',
    '',
    'Domain whose hosts all get the cookie of a sign-in, for instance `example.org`: needed with several host names, and only good where every host of that domain is trusted. Empty: only the host where somebody signed in.',
  ),
  logLevel: text('SIGHTLINE_LOG_LEVEL', 'warn', 'What is logged: `debug`, `info`, `warn`, `error` or `silent`.'),
  eventLog: flag('SIGHTLINE_EVENT_LOG', true, 'One row per call in the action log.'),
  adminPassword: text('SIGHTLINE_ADMIN_PASSWORD', '', 'Password that `admin` gets while it has none, so at the first start; no sign-in link is printed then.'),
  publicRoleLike: text('SIGHTLINE_PUBLIC_ROLE_LIKE', '', 'Role whose permissions people have who are not signed in, for instance `Gamma`. Empty: none.'),
  sessionDays: number('SIGHTLINE_SESSION_DAYS', 31, 'How long a sign-in lasts, in days.', 1),
  accessTokenMinutes: number('SIGHTLINE_ACCESS_TOKEN_MINUTES', 15, 'How long an access token lasts, in minutes.', 1),
  refreshTokenDays: number('SIGHTLINE_REFRESH_TOKEN_DAYS', 30, 'How long a refresh token lasts, in days.', 1),
  guestTokenSeconds: number(
    'SIGHTLINE_GUEST_TOKEN_SECONDS',
    300,
    'How long a guest token for embedded dashboards lasts, in seconds. Pages that embed fetch another before it ends.',
    15,
  ),
  guestTokenHeader: text('SIGHTLINE_GUEST_TOKEN_HEADER', 'X-GuestToken', 'Header in which embedded dashboards send their guest token.'),
  signInFailuresPerMinute: number(
    'SIGHTLINE_SIGN_IN_FAILURES',
    10,
    'Failed sign-ins a minute, per account and per address, before further ones are refused.',
    10,
  ),
  loadExamples: flag('SIGHTLINE_EXAMPLES', true, 'Example data and a dashboard are loaded at the first start.'),
  fileRoots: list('SIGHTLINE_FILE_ROOTS', [], 'More folders whose files may be opened as databases (DuckDB, SQLite), besides `files` in the data folder.'),
  timeZone: text(
    'SIGHTLINE_TIME_ZONE',
    'UTC',
    'Time zone whose days and hours count: of schedules, time ranges, grains, labels and exports. A dataset may have its own (`time_zone` in its extra settings).',
  ),
  fetchHosts: list(
    'SIGHTLINE_FETCH_HOSTS',
    [],
    'Hosts (`warehouse.internal`, `warehouse.internal:8088`), addresses and networks (`10.0.0.0/8`) that this server may read for a person who moves in from there, although they do not lie on the public internet. Empty: none.',
  ),
  bodyLimitMb: number('SIGHTLINE_BODY_LIMIT_MB', 16, 'Largest request, in megabytes.', 1),
  uploadLimitMb: number(
    'SIGHTLINE_UPLOAD_LIMIT_MB',
    1024,
    'Largest file that can be loaded into a table, in megabytes. It is written to the data folder first.',
    1,
  ),
  rowLimit: number('SIGHTLINE_ROW_LIMIT', 50_000, 'Rows of chart data when the query names no limit.', 1),
  samplesRowLimit: number('SIGHTLINE_SAMPLES_ROW_LIMIT', 1_000, 'Rows of samples.', 1),
  nativeFilterRowLimit: number('SIGHTLINE_NATIVE_FILTER_ROW_LIMIT', 1_000, 'Values a dashboard filter loads at first.', 1),
  filterSelectRowLimit: number('SIGHTLINE_FILTER_SELECT_ROW_LIMIT', 10_000, 'Values of a column that are offered for a filter.', 1),
  sqlMaxRow: number('SIGHTLINE_SQL_MAX_ROW', 100_000, 'Most rows of any query.', 1),
  displayMaxRow: number('SIGHTLINE_DISPLAY_MAX_ROW', 10_000, 'Most rows the SQL editor shows.', 1),
  sqllabDefaultLimit: number('SIGHTLINE_SQLLAB_DEFAULT_LIMIT', 1_000, 'Rows of a query in the SQL editor when nothing else is chosen.', 1),
  sqllabTimeoutSeconds: number('SIGHTLINE_SQLLAB_TIMEOUT', 30, 'Seconds a query of the SQL editor may take while the page waits.', 1),
  asyncTimeLimitSeconds: number('SIGHTLINE_ASYNC_TIME_LIMIT', 21_600, 'Seconds a query may take that runs in the background.', 1),
  asyncQueries: number('SIGHTLINE_ASYNC_QUERIES', 8, 'Queries that one process runs in the background at a time; a user gets at most half of them.', 1),
  queriesPerDatabase: number(
    'SIGHTLINE_QUERIES_PER_DATABASE',
    10,
    'Queries that one process runs on one database at a time; a user gets at most half of them.',
    1,
  ),
  runnerSilenceSeconds: number(
    'SIGHTLINE_RUNNER_SILENCE',
    20,
    'Seconds without a sign of life after which a process is taken for ended and its queries are given to others; only with PostgreSQL as metadata store.',
    2,
  ),
  sqllabDefaultDatabase: number('SIGHTLINE_SQLLAB_DEFAULT_DATABASE', 0, 'Id of the database that a first tab of the SQL editor asks. 0: the lowest id.'),
  sqllabSaveWarning: text('SIGHTLINE_SQLLAB_SAVE_WARNING', '', 'A sentence shown to whoever saves a query, for instance who will be able to read it.'),
  scheduledQueries: json(
    'SIGHTLINE_SCHEDULED_QUERIES',
    'Form that people fill in to schedule a query for another program: a JSON object with `JSONSCHEMA`, `UISCHEMA` and `VALIDATION`. What they enter is kept with the saved query as `schedule_info`. Empty: the SQL editor offers no schedule.',
  ),
  ctasNoLimit: flag('SIGHTLINE_CTAS_NO_LIMIT', false, 'A table made from a query holds all its rows, whatever limit is chosen.'),
  resultsSeconds: number(
    'SIGHTLINE_RESULTS_SECONDS',
    86_400,
    'Seconds that results of the SQL editor are kept when the database has no cache timeout of its own.',
    1,
  ),
  resultMaxMb: number('SIGHTLINE_RESULT_MAX_MB', 512, 'Largest kept result of the SQL editor, in megabytes after compression.', 1),
  resultsFolderMb: number(
    'SIGHTLINE_RESULTS_FOLDER_MB',
    4096,
    'Room that all kept results in the data folder may take, in megabytes; the oldest leave first.',
    1,
  ),
  redis: text(
    'SIGHTLINE_REDIS',
    '',
    'Address of a Redis (`redis://…`) through which processes share background queries, their results and the rows that charts have read. Needs PostgreSQL as metadata store. Empty: the server does them itself.',
  ),
  costEstimateTimeoutSeconds: number('SIGHTLINE_COST_ESTIMATE_TIMEOUT', 10, 'Seconds a cost estimate may take.', 1),
  webserverTimeoutSeconds: number('SIGHTLINE_WEBSERVER_TIMEOUT', 60, 'Seconds the page waits for an answer, and a chart query may take.', 1),
  cacheTimeoutSeconds: number(
    'SIGHTLINE_CACHE_TIMEOUT',
    86_400,
    'Seconds that chart data is kept when neither chart, dataset nor database says otherwise; -1: not at all.',
    -1,
  ),
  dashboardPositionLimit: number('SIGHTLINE_DASHBOARD_POSITION_LIMIT', 65_535, 'Characters of a dashboard layout above which the page warns.', 1),
} as const satisfies Readonly<Record<string, Setting>>
