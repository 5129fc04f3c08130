/**
 * Every failure a user can cause. The key is the wire `error_type` of the reference interface; `status` is what a route answers
 * when nothing more precise is known; `issues` are the codes whose texts stand in `issue-codes.ts`.
 */
export const problems = {
  FRONTEND_CSRF_ERROR: { status: 400, issues: [] },
  FRONTEND_NETWORK_ERROR: { status: 400, issues: [] },
  FRONTEND_TIMEOUT_ERROR: { status: 408, issues: [1000, 1001] },
  GENERIC_DB_ENGINE_ERROR: { status: 400, issues: [1002] },
  COLUMN_DOES_NOT_EXIST_ERROR: { status: 400, issues: [1003, 1004] },
  TABLE_DOES_NOT_EXIST_ERROR: { status: 400, issues: [1003, 1005] },
  SCHEMA_DOES_NOT_EXIST_ERROR: { status: 400, issues: [1003, 1016] },
  CONNECTION_INVALID_USERNAME_ERROR: { status: 400, issues: [1012] },
  CONNECTION_INVALID_PASSWORD_ERROR: { status: 400, issues: [1013] },
  CONNECTION_INVALID_HOSTNAME_ERROR: { status: 400, issues: [1007] },
  CONNECTION_PORT_CLOSED_ERROR: { status: 400, issues: [1008] },
  CONNECTION_INVALID_PORT_ERROR: { status: 400, issues: [1034] },
  CONNECTION_HOST_DOWN_ERROR: { status: 400, issues: [1009] },
  CONNECTION_ACCESS_DENIED_ERROR: { status: 400, issues: [1014, 1015] },
  CONNECTION_UNKNOWN_DATABASE_ERROR: { status: 400, issues: [1015] },
  CONNECTION_DATABASE_PERMISSIONS_ERROR: { status: 400, issues: [1017] },
  CONNECTION_MISSING_PARAMETERS_ERROR: { status: 422, issues: [1018] },
  OBJECT_DOES_NOT_EXIST_ERROR: { status: 400, issues: [1029] },
  SYNTAX_ERROR: { status: 422, issues: [1030] },
  CONNECTION_DATABASE_TIMEOUT: { status: 408, issues: [1001, 1009] },
  VIZ_GET_DF_ERROR: { status: 400, issues: [] },
  UNKNOWN_DATASOURCE_TYPE_ERROR: { status: 400, issues: [] },
  FAILED_FETCHING_DATASOURCE_INFO_ERROR: { status: 404, issues: [] },
  TABLE_SECURITY_ACCESS_ERROR: { status: 403, issues: [] },
  DATASOURCE_SECURITY_ACCESS_ERROR: { status: 403, issues: [] },
  DATABASE_SECURITY_ACCESS_ERROR: { status: 403, issues: [] },
  QUERY_SECURITY_ACCESS_ERROR: { status: 403, issues: [] },
  MISSING_OWNERSHIP_ERROR: { status: 403, issues: [] },
  USER_ACTIVITY_SECURITY_ACCESS_ERROR: { status: 403, issues: [] },
  DASHBOARD_SECURITY_ACCESS_ERROR: { status: 403, issues: [] },
  CHART_SECURITY_ACCESS_ERROR: { status: 403, issues: [] },
  BACKEND_TIMEOUT_ERROR: { status: 408, issues: [1000, 1001] },
  DATABASE_NOT_FOUND_ERROR: { status: 404, issues: [1011, 1036] },
  MISSING_TEMPLATE_PARAMS_ERROR: { status: 400, issues: [1006] },
  INVALID_TEMPLATE_PARAMS_ERROR: { status: 400, issues: [1028] },
  RESULTS_BACKEND_NOT_CONFIGURED_ERROR: { status: 500, issues: [1021] },
  DML_NOT_ALLOWED_ERROR: { status: 403, issues: [1022] },
  INVALID_CTAS_QUERY_ERROR: { status: 400, issues: [1023] },
  INVALID_CVAS_QUERY_ERROR: { status: 400, issues: [1024, 1025] },
  SQLLAB_TIMEOUT_ERROR: { status: 408, issues: [1026, 1027] },
  RESULTS_BACKEND_ERROR: { status: 410, issues: [1031, 1032, 1033] },
  ASYNC_WORKERS_ERROR: { status: 500, issues: [1035] },
  ADHOC_SUBQUERY_NOT_ALLOWED_ERROR: { status: 403, issues: [1037] },
  RESULT_TOO_LARGE_ERROR: { status: 400, issues: [1041] },
  GENERIC_COMMAND_ERROR: { status: 422, issues: [1010] },
  GENERIC_BACKEND_ERROR: { status: 500, issues: [1011] },
  INVALID_PAYLOAD_FORMAT_ERROR: { status: 400, issues: [1019] },
  INVALID_PAYLOAD_SCHEMA_ERROR: { status: 422, issues: [1020] },
  MARSHMALLOW_ERROR: { status: 422, issues: [1040] },
  REPORT_NOTIFICATION_ERROR: { status: 422, issues: [] },
} as const

export type ProblemCode = keyof typeof problems
export type ProblemLevel = 'info' | 'warning' | 'error'

/** An expected failure: what `core` and the connectors return, and what a route prints as `{errors: […]}`. */
export interface Problem {
  readonly code: ProblemCode
  readonly message: string
  readonly level?: ProblemLevel
  /** Replaces the status of the table where the reference interface answers another one in this place. */
  readonly status?: number
  readonly extra?: Readonly<Record<string, unknown>>
}
