import { normaliseError } from '../../../api/normalise-error.ts'
import { t, tCount } from '../../../words/words.ts'
import type { Run } from '../state/model.ts'
import { nearestNames } from './nearest-names.ts'

/** A failed run in words. */
export interface FailureWords {
  readonly title: string
  readonly text: string
  readonly level: 'error' | 'warning' | 'info'
  /** Behind "See more". */
  readonly details: string
  /** Parameters that were meant perhaps. */
  readonly guesses: readonly { readonly name: string; readonly guess: string }[]
  /** Where access can be asked for. */
  readonly link: string | undefined
  /** The database's own words, which may point at a place below them. */
  readonly isCode: boolean
}

type Way = 'database' | 'parameter' | 'timeout' | 'access' | 'fields'

const ways: Readonly<Record<string, Way>> = {
  MISSING_TEMPLATE_PARAMS_ERROR: 'parameter',
  INVALID_TEMPLATE_PARAMS_ERROR: 'parameter',
  BACKEND_TIMEOUT_ERROR: 'timeout',
  FRONTEND_TIMEOUT_ERROR: 'timeout',
  TABLE_SECURITY_ACCESS_ERROR: 'access',
  DATASOURCE_SECURITY_ACCESS_ERROR: 'access',
  DATABASE_SECURITY_ACCESS_ERROR: 'access',
  QUERY_SECURITY_ACCESS_ERROR: 'access',
  MARSHMALLOW_ERROR: 'fields',
  INVALID_PAYLOAD_SCHEMA_ERROR: 'fields',
}

/** Told by the database, by the way to it, or by what keeps its rows. */
const ofDatabase =
  /^(?:GENERIC_DB_ENGINE_ERROR|COLUMN_DOES_NOT_EXIST_ERROR|TABLE_DOES_NOT_EXIST_ERROR|SCHEMA_DOES_NOT_EXIST_ERROR|OBJECT_DOES_NOT_EXIST_ERROR|SYNTAX_ERROR|CONNECTION_\w+|RESULTS_BACKEND\w*|ASYNC_WORKERS_ERROR|SQLLAB_TIMEOUT_ERROR|DML_NOT_ALLOWED_ERROR|INVALID_C[TV]AS_QUERY_ERROR|RESULT_TOO_LARGE_ERROR|DATABASE_NOT_FOUND_ERROR)$/

const wayOf = (type: string | undefined): Way | undefined => (type === undefined ? undefined : (ways[type] ?? (ofDatabase.test(type) ? 'database' : undefined)))

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [])
const keysIn = (value: unknown): readonly string[] => (typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [])

/** One failure as the server tells it, by its type. */
export function describeFailure(error: unknown): FailureWords {
  const { error: text, errorType, level, hints, extra, link, stack } = normaliseError({ errors: [error] })
  const way = wayOf(errorType)
  const plain: FailureWords = {
    title: t('error.unexpected'),
    text,
    level,
    details: detailsOf(hints, false, stack),
    guesses: [],
    link,
    isCode: false,
  }
  switch (way) {
    case 'database':
      return { ...plain, title: t('sqllab.engineError', { engine: String(extra?.['engine_name'] ?? t('sqllab.engineUnknown')) }), isCode: true }
    case 'parameter':
      return {
        ...plain,
        title: t('sqllab.parameterError'),
        details: detailsOf(hints, hints.length === 1, stack),
        guesses: nearestNames(textsIn(extra?.['undefined_parameters']), keysIn(extra?.['template_parameters'])),
      }
    case 'timeout': {
      const seconds = Number(extra?.['timeout'])
      return { ...plain, title: t('sqllab.timeoutError'), text: seconds > 0 ? tCount('sqllab.timedOutAfter', seconds) : text }
    }
    case 'fields':
      return { ...plain, details: [...keysIn(extra?.['messages']), plain.details].filter((line) => line !== '').join('\n') }
    default:
      return plain
  }
}

const detailsOf = (hints: readonly string[], isCertain: boolean, stack: string | undefined): string =>
  [...(hints.length === 0 ? [] : [isCertain ? t('sqllab.triggeredBy') : t('sqllab.mayBeTriggeredBy'), ...hints]), ...(stack === undefined ? [] : [stack])].join(
    '\n',
  )

/** Everything a run died of. Without a list there is only its message. */
export const describeFailures = (run: Pick<Run, 'errors' | 'errorMessage'>): readonly FailureWords[] =>
  run.errors.length > 0
    ? run.errors.map(describeFailure)
    : [
        {
          title: t('sqllab.failed'),
          text: run.errorMessage || t('sqllab.unknownError'),
          level: 'error',
          details: '',
          guesses: [],
          link: undefined,
          isCode: true,
        },
      ]
