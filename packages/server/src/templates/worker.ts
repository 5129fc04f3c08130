/** Renders templates in a thread of its own: it may be ended at any time, and its interpreter sees nothing but what is handed over. */
import type { Environment as TemplateEnvironment } from 'minijinja-js'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { functionsFor } from './functions.ts'
import { layOutSql } from './lay-out.ts'
import { limitWasmMemory } from './limit-wasm-memory.ts'
import type { Order, RenderAnswer, RenderOrder } from './protocol.ts'
import { usedNames } from './used-names.ts'

const maximumPages = 1024 // of 64 KB
const maximumText = 2_000_000
const fuel = 1_000_000

interface Wasm {
  Module: new (bytes: Uint8Array) => object
  readonly RuntimeError: ErrorConstructor
}
// The types of WebAssembly belong to the browser's library, which a server does not have.
const wasm = (globalThis as unknown as { readonly WebAssembly: Wasm }).WebAssembly

const CompiledModule = wasm.Module
// The package compiles its module while it is loaded; this is the only moment to set the limit.
wasm.Module = function LimitedModule(bytes: Uint8Array) {
  return new CompiledModule(limitWasmMemory(new Uint8Array(bytes), maximumPages))
} as unknown as Wasm['Module']
const { Environment } = createRequire(import.meta.url)('minijinja-js') as { readonly Environment: new () => TemplateEnvironment }
wasm.Module = CompiledModule

function render({ text, context, answers }: RenderOrder): RenderAnswer {
  const { functions, namespaces, filters, removedFilters, cacheKeys, asked } = functionsFor(context, answers)
  const environment = new Environment()
  let thrown: unknown
  // A callback that throws would leave the interpreter unusable: the error is kept and told afterwards.
  const safe =
    (call: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      try {
        return call(...args)
      } catch (error) {
        thrown ??= error
        return null
      }
    }
  // May be asked for in conditions, but not printed. The package spells the word this way, and any other ends the interpreter.
  environment.undefinedBehavior = 'semi_strct'
  environment.keepTrailingNewline = true
  environment.fuel = fuel
  environment.enablePyCompat()
  environment.removeGlobal('debug')
  for (const [name, call] of Object.entries(functions)) environment.addGlobal(name, safe(call))
  for (const [name, calls] of Object.entries(namespaces))
    environment.addGlobal(name, Object.fromEntries(Object.entries(calls).map(([own, call]) => [own, safe(call)])))
  for (const [name, call] of Object.entries(filters)) environment.addFilter(name, safe(call))
  try {
    const rendered = environment.renderStr(text, { ...context.variables })
    if (asked.length > 0) return { state: 'asks', calls: asked }
    if (thrown) return { state: 'broken', detail: thrown instanceof Error ? thrown.message : 'a function failed' }
    if (rendered.length > maximumText) return { state: 'broken', detail: 'the text is too long' }
    return { state: 'done', rendered: { text: rendered, removedFilters: [...removedFilters], cacheKeys } }
  } catch (error) {
    // A trap of the interpreter cannot be survived by it; the thread ends and a new one takes over.
    if (error instanceof wasm.RuntimeError || error instanceof RangeError) throw error
    // What an unanswered call left out may be the reason.
    if (asked.length > 0) return { state: 'asks', calls: asked }
    const detail = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    const missing = usedNames(text).filter((name) => context.variables[name] === undefined && !(name in functions) && !(name in namespaces))
    return /undefined value/.test(detail) && missing.length > 0 ? { state: 'missing', names: missing } : { state: 'broken', detail }
  } finally {
    environment.free()
  }
}

async function carryOut(order: Order): Promise<RenderAnswer> {
  return order.kind === 'render' ? render(order) : { state: 'laid out', sql: await layOutSql(order.sql, order.dialectId) }
}

parentPort?.on('message', (order: Order) => void carryOut(order).then((answer) => parentPort?.postMessage(answer)))
parentPort?.postMessage({ state: 'ready' } satisfies RenderAnswer)
