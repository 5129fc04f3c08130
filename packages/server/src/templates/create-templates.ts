import type { Problem } from '@sightline/contract'
import { fail, ok, type Result } from '@sightline/core'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { programPath } from '../programs.ts'
import { keyOfCall, type Order, type RenderAnswer } from './protocol.ts'
import type { Rendered, TemplateContext, Templates } from './templates.ts'

const renderMilliseconds = 1000
const layOutMilliseconds = 5000
/** Longer texts come back as they are. */
const longestLayOut = 200_000
/** How often answers may lead to new questions. */
const mostRounds = 5
const startMilliseconds = 10_000
const mostWaiting = 500

type Reply = Exclude<RenderAnswer, { readonly state: 'ready' }>

interface Job {
  readonly order: Order
  readonly finish: (answer: Result<Reply>) => void
}

/** One worker renders one text after the other; one that takes too long is ended, and the next text gets a new one. */
export function createTemplates({ config, log }: { readonly config: Pick<Config, 'featureFlags'>; readonly log: Logger }): Templates {
  const waiting: Job[] = []
  let current: Job | null = null
  let worker: Worker | null = null
  let isReady = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  function start(): void {
    // No environment and no program arguments: a template that broke out of its interpreter would find nothing.
    const fresh = new Worker(programPath('template-worker'), {
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 },
    })
    worker = fresh
    isReady = false
    fresh.on('message', (answer: RenderAnswer) => {
      if (worker !== fresh) return
      if (answer.state === 'ready') isReady = true
      else if (current) settle(ok(answer))
      next()
    })
    fresh.on('error', (error) => end(fresh, error.message))
    fresh.on('exit', () => end(fresh, 'it ended'))
    fresh.unref()
    timer = setTimeout(() => end(fresh, 'it did not start'), startMilliseconds)
  }

  function end(old: Worker, reason: string): void {
    if (worker !== old) return
    clearTimeout(timer)
    worker = null
    isReady = false
    void old.terminate()
    if (isClosed) return
    log.warn(`The template worker was replaced: ${reason}`)
    if (current) settle(fail(broken('The template took too much time or memory.')))
    // A worker that never gets ready would otherwise be started for ever.
    else for (const job of waiting.splice(0)) job.finish(fail(broken('The template could not be rendered.')))
    next()
  }

  function settle(answer: Result<Reply>): void {
    clearTimeout(timer)
    const job = current
    current = null
    job?.finish(answer)
  }

  function next(): void {
    if (isClosed || current || waiting.length === 0) return
    if (!worker) return start()
    if (!isReady) return
    clearTimeout(timer)
    const busy = worker
    const job = waiting.shift()!
    current = job
    timer = setTimeout(() => end(busy, 'a text took too long'), job.order.kind === 'render' ? renderMilliseconds : layOutMilliseconds)
    busy.postMessage(job.order)
  }

  async function carryOut(order: Order): Promise<Result<Reply>> {
    if (isClosed || waiting.length >= mostWaiting) return fail({ code: 'GENERIC_BACKEND_ERROR', message: 'Too many templates are waiting.', status: 503 })
    return new Promise((resolve) => {
      waiting.push({ order, finish: resolve })
      next()
    })
  }

  /** Functions of a template cannot wait: what only the server knows is asked for, and then the text is rendered again with the answers. */
  async function render(text: string, { ask, ...context }: TemplateContext): Promise<Result<Rendered>> {
    const answers: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    for (let round = 0; round < mostRounds; round++) {
      const answer = await carryOut({ kind: 'render', text, context, answers: { ...answers } })
      if (!answer.ok) return answer
      const reply = answer.value
      if (reply.state === 'done') return ok(reply.rendered)
      if (reply.state !== 'asks')
        return fail(reply.state === 'missing' ? missing(reply.names, context.variables) : broken(reply.state === 'broken' ? reply.detail : ''))
      for (const call of reply.calls) {
        const given = ask ? await ask(call) : fail(broken(`${call.name}() has no meaning here`))
        if (!given.ok) return given
        answers[keyOfCall(call)] = given.value
      }
    }
    return fail(broken('the template asks too much'))
  }

  return {
    render: async (text, context) =>
      config.featureFlags.ENABLE_TEMPLATE_PROCESSING && /\{[{%#]/.test(text) ? render(text, context) : ok({ text, removedFilters: [], cacheKeys: [] }),
    layOut: async (sql, dialectId) => {
      if (sql.length > longestLayOut) return null
      const answer = await carryOut({ kind: 'lay out', sql, dialectId })
      return answer.ok && answer.value.state === 'laid out' ? answer.value.sql : null
    },
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      for (const job of waiting.splice(0)) job.finish(fail(broken('The server is shutting down.')))
      if (current) settle(fail(broken('The server is shutting down.')))
      await worker?.terminate()
    },
  }
}

function missing(names: readonly string[], variables: Readonly<Record<string, unknown>>): Problem {
  const [only] = names
  const subject =
    names.length === 1
      ? `The parameter "${only}" in your query is undefined.`
      : `The parameters ${names.map((name) => `"${name}"`).join(', ')} in your query are undefined.`
  return {
    code: 'MISSING_TEMPLATE_PARAMS_ERROR',
    message: `${subject} Please check your template parameters for syntax errors and make sure they match across your SQL query and Set Parameters. Then, try running your query again.`,
    extra: { undefined_parameters: names, template_parameters: variables },
  }
}

const broken = (detail: string): Problem => ({
  code: 'INVALID_TEMPLATE_PARAMS_ERROR',
  message: `The query contains one or more malformed template parameters. Please check your query and confirm that all template parameters are surrounded by double braces, for example, "{{ ds }}". Then, try running your query again. (${detail})`,
})
