import type { Problem } from '@sightline/contract'
import type { FastifyReply } from 'fastify'
import { printProblem } from '../http/errors.ts'
import { arrowType, printArrowRows, printJsonRows, problemOfRows, wantsArrow } from '../wire/print-rows.ts'
import { sendPieces } from '../wire/send-pieces.ts'
import type { RunAnswer, RunEnd, RunRows } from './run-answer.ts'

/** Rows as the client asked for them; a run without rows is always told as JSON. */
export function sendAnswer(reply: FastifyReply, accept: string | undefined, answer: RunAnswer): Promise<FastifyReply> {
  reply.code(answer.isAccepted ? 202 : 200)
  const { rows } = answer
  if (rows && wantsArrow(accept)) return sendPieces(reply, arrowType, printArrow(answer, rows))
  return sendPieces(reply, 'application/json; charset=utf-8', printJson(answer))
}

/** How it ended, and what went wrong: on the way from the database, or on the way to the client. */
async function endOf(answer: RunAnswer, problem: Problem | null): Promise<RunEnd & { readonly problem: Problem | null }> {
  const end = await answer.ending
  if (!end) return { query: answer.query, isCut: answer.isCut, problem }
  if (end.ok) return { ...end.value, problem }
  const { problem: cause } = end
  const state = cause.extra?.['stopped'] === true ? 'stopped' : cause.code === 'BACKEND_TIMEOUT_ERROR' ? 'timed_out' : 'failed'
  return { query: { ...answer.query, state, errorMessage: cause.message }, isCut: false, problem: cause }
}

async function* printJson(answer: RunAnswer): AsyncGenerator<Uint8Array> {
  const { rows, query } = answer
  if (!rows) {
    yield Buffer.from(JSON.stringify({ query }))
    return
  }
  yield Buffer.from(`{"query_id":${query.queryId},"data":`)
  let problem: Problem | null = null
  try {
    yield* printJsonRows(rows, rows.names)
  } catch (error) {
    problem = problemOfRows(error)
    yield Buffer.from(']')
  }
  const end = await endOf(answer, problem)
  const rest = {
    status: end.problem ? 'failed' : end.query.state,
    columns: rows.described,
    selected_columns: rows.described,
    expanded_columns: [],
    ...(end.isCut ? { displayLimitReached: true } : {}),
    ...(end.problem ? { errors: [printProblem(end.problem)] } : {}),
    query: end.query,
  }
  yield Buffer.from(`,${JSON.stringify(rest).slice(1)}`)
}

async function* printArrow(answer: RunAnswer, rows: RunRows): AsyncGenerator<Uint8Array> {
  yield* printArrowRows(rows, rows.names, { query: answer.query }, async (length, stopped) => {
    const { query, isCut, problem } = await endOf(answer, stopped)
    return { rows: length, problem, facts: { query, ...(isCut ? { displayLimitReached: true } : {}) } }
  })
}
