/** What the editor keeps across reloads. */
export interface EditorMemory {
  readonly sql: string
  readonly databaseId?: number
  readonly schema?: string
  readonly limit: number
}

const key = 'sightline.sqllab'
const fresh: EditorMemory = { sql: '', limit: 1000 }

export const readMemory = (): EditorMemory => {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<EditorMemory>
    return { ...fresh, ...stored, limit: Number(stored.limit) > 0 ? Number(stored.limit) : fresh.limit, sql: typeof stored.sql === 'string' ? stored.sql : '' }
  } catch {
    return fresh
  }
}

export const keepMemory = (memory: EditorMemory): void => {
  try {
    localStorage.setItem(key, JSON.stringify(memory))
  } catch {
    // The text stays on the screen; only the reload loses it.
  }
}
