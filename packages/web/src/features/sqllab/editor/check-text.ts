import type { Extension } from '@codemirror/state'
import { ViewPlugin, type EditorView, type ViewUpdate } from '@codemirror/view'
import { request } from '../../../api/client.ts'
import { ApiFailure, isAbort } from '../../../api/failure.ts'
import { normaliseError } from '../../../api/normalise-error.ts'
import { t } from '../../../words/words.ts'
import { showFaults, unmarkFault } from '../lab/mark-fault.ts'
import { readLab } from '../lab/store.ts'
import type { Fault, Tab } from '../state/model.ts'
import { tabOf } from '../state/tabs.ts'
import { isBlankSql } from './blank-sql.ts'

const checkAfterMs = 600
/** A text of this size would keep a database busy with every pause. */
const longestChecked = 200_000
/** Databases that answered that they check nothing. */
const withoutCheck = new Set<number>()

interface WireMistake {
  readonly line_number: number | null
  readonly start_column: number | null
  readonly message: string
}

/** Lines and columns count from one, as the server tells them. */
export const faultsOf = (mistakes: readonly WireMistake[]): readonly Fault[] =>
  mistakes.map(({ line_number: line, start_column: column, message }) => ({ line: line ?? 1, column, message }))

async function fetchFaults(tab: Tab, dbId: number, sql: string, signal: AbortSignal): Promise<readonly Fault[]> {
  try {
    const body = { sql, schema: tab.schema, template_params: parametersOf(tab.templateParams) }
    const reply = await request<{ result: readonly WireMistake[] }>(`/api/v1/database/${String(dbId)}/validate_sql/`, { method: 'POST', body, signal })
    return faultsOf(reply.result)
  } catch (cause) {
    if (isAbort(cause)) throw cause
    if (cause instanceof ApiFailure && cause.status === 422) {
      withoutCheck.add(dbId)
      return []
    }
    return [{ line: 1, column: 1, message: t('sqled.validationFailed', { reason: normaliseError(cause).error }) }]
  }
}

function parametersOf(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text ?? '{}')
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Has the database look over what is typed, a moment after the last key. A text nobody has touched is not looked at. */
export const checkText = (tabId: string): Extension =>
  ViewPlugin.fromClass(
    class {
      #timer: ReturnType<typeof setTimeout> | undefined
      #asking: AbortController | undefined
      readonly #view: EditorView

      constructor(view: EditorView) {
        this.#view = view
      }

      update(update: ViewUpdate): void {
        if (!update.docChanged) return
        // A later moment than this one: the store must not change while the editor is being drawn.
        queueMicrotask(() => unmarkFault(tabId))
        this.#asking?.abort()
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => void this.check(), checkAfterMs)
      }

      async check(): Promise<void> {
        const tab = tabOf(readLab().sql, tabId)
        const { doc } = this.#view.state
        if (!tab || tab.dbId === null || withoutCheck.has(tab.dbId) || doc.length > longestChecked) return
        const sql = doc.toString()
        if (isBlankSql(sql)) return showFaults(tabId, [])
        this.#asking = new AbortController()
        try {
          showFaults(tabId, await fetchFaults(tab, tab.dbId, sql, this.#asking.signal))
        } catch {
          // Called off: the text has changed, or the tab is another one.
        }
      }

      destroy(): void {
        clearTimeout(this.#timer)
        this.#asking?.abort()
      }
    },
  )
