import type { NotBrought } from '@sightline/contract'

/** Everything that is to come over, read completely before anything is written. */
export interface MoveSource {
  readonly kind: 'bundle' | 'server'
  /** The name of the file, or the address. */
  readonly name: string
  /** A bundle of everything. */
  readonly archive: Buffer
  readonly extras: Extras
  /** What could not be read at the source. */
  readonly notBrought: readonly NotBrought[]
}

type OwnedKind = 'dataset' | 'chart' | 'dashboard'

/** What bundles leave out. Objects are named by their uuid, people and roles by their name. */
export interface Extras {
  readonly rowRules: readonly {
    readonly name: string
    readonly description: string | null
    readonly filterType: 'Regular' | 'Base'
    readonly groupKey: string | null
    readonly clause: string
    readonly roles: readonly string[]
    readonly datasets: readonly string[]
  }[]
  /** Datasets whose rules are not known; they come over closed. */
  readonly closed: readonly { readonly dataset: string; readonly why: string }[]
  readonly owners: readonly { readonly kind: OwnedKind; readonly uuid: string; readonly usernames: readonly string[] }[]
  readonly dashboardRoles: readonly { readonly uuid: string; readonly roles: readonly string[] }[]
  readonly annotationLayers: readonly {
    /** At the source; forms of charts name layers by it. */
    readonly id: number
    readonly name: string
    readonly description: string | null
    readonly annotations: readonly {
      readonly short_descr: string
      readonly long_descr: string | null
      readonly start_dttm: string | null
      readonly end_dttm: string | null
      readonly json_metadata: string | null
    }[]
  }[]
  /** Ids that charts have at the source: forms name other charts by them. */
  readonly chartIds?: readonly { readonly id: number; readonly uuid: string }[]
  readonly cssTemplates: readonly { readonly name: string; readonly css: string }[]
  readonly tags: readonly {
    readonly name: string
    readonly description: string | null
    readonly objects: readonly { readonly kind: OwnedKind | 'saved_query'; readonly uuid: string }[]
  }[]
}

export const noExtras: Extras = { rowRules: [], closed: [], owners: [], dashboardRoles: [], annotationLayers: [], cssTemplates: [], tags: [] }

/** The id that an object of the source has here: undefined for one that did not come, null in a dry run for one that is not here yet. */
export type IdsOf = (kind: OwnedKind | 'saved_query', uuid: string) => number | null | undefined

/** What became (in a dry run: would become) of what bundles leave out. */
export interface ExtrasOutcome {
  readonly brought: readonly { readonly kind: string; readonly count: number }[]
  readonly notBrought: readonly NotBrought[]
  /** Uuids of datasets that are closed to all but administrators. */
  readonly closed: readonly string[]
}
