import type { Deps } from '../deps.ts'

export interface LoadOptions {
  /** Told in words what is being done. */
  readonly progress: (line: string) => void
}

/** What a first start adds to an empty installation. */
const examples: readonly { readonly name: string; load(deps: Deps): Promise<void> }[] = []

/** Loading again changes nothing. */
export async function loadExamples(deps: Deps, { progress }: LoadOptions): Promise<void> {
  for (const example of examples) {
    progress(`Loading ${example.name} …`)
    await example.load(deps)
  }
}
