import { issueCodes, problems, type Problem } from '@sightline/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './problem.ts'

/** One element of `{errors: […]}`. */
export function printProblem(problem: Problem): Record<string, unknown> {
  const issues: readonly number[] = problems[problem.code].issues
  const codes = issues.map((code) => ({ code, message: `Issue ${code} - ${issueCodes[code]}` }))
  return {
    message: problem.message,
    error_type: problem.code,
    level: problem.level ?? 'error',
    extra: { ...problem.extra, ...(codes.length > 0 ? { issue_codes: codes } : {}) },
  }
}

export function printRefusal(refusal: Refusal): { readonly status: number; readonly body: unknown } {
  if ('raw' in refusal.body) return { status: refusal.status, body: refusal.body.raw }
  if ('message' in refusal.body) return { status: refusal.status, body: { message: refusal.body.message } }
  const [first] = refusal.body.problems
  const status = refusal.status || (first ? problems[first.code].status : 500)
  return { status, body: { errors: refusal.body.problems.map(printProblem) } }
}

/** What the web framework and the store refuse by themselves, in the words of the interface. */
function printForeignError(error: FastifyError, listsErrors: boolean): { readonly status: number; readonly body: unknown } | null {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return { status: 400, body: { message: 'Request is not JSON' } }
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return listsErrors
        ? { status: 400, body: { errors: [printProblem({ code: 'GENERIC_BACKEND_ERROR', message: '400 Bad Request: The body is not JSON.' })] } }
        : { status: 400, body: { message: 'Request is not JSON' } }
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
    case 'FST_PARTS_LIMIT':
    case 'FST_FILES_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return { status: 413, body: { message: 'Request is too large' } }
    // PostgreSQL as the metadata store: a number or text that no id can be. The embedded store just finds nothing.
    case '22003':
    case '22P02':
      return { status: 404, body: { message: 'Not found' } }
  }
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500 ? { status, body: { message: status === 404 ? 'Not found' : 'Arguments are not correct' } } : null
}

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const printed = error instanceof Refusal ? printRefusal(error) : printForeignError(error, request.routeOptions.config.endpoint?.listsErrors ?? false)
    if (printed) return reply.code(printed.status).type('application/json; charset=utf-8').send(JSON.stringify(printed.body))
    // A bug: everything goes to the log, nothing to the client but the number to ask for.
    request.log.error({ err: error, request: request.id, method: request.method, path: request.url.split('?')[0] }, 'unexpected error')
    const problem: Problem = { code: 'GENERIC_BACKEND_ERROR', message: 'An unexpected error occurred.', extra: { request_id: request.id } }
    return reply
      .code(500)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ errors: [printProblem(problem)] }))
  })
}
