import type { Caller } from '@sightline/core'
import type { Db } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import type { Extras, ExtrasOutcome, IdsOf } from '../source.ts'
import { bringCssTemplates, bringTags } from './bring-labels.ts'
import { bringLayers } from './bring-layers.ts'
import { bringDashboardRoles, bringOwners } from './bring-people.ts'
import { bringRules, closeDatasets } from './bring-rules.ts'
import type { Work } from './work.ts'

type Needed = Pick<Deps, 'now' | 'templates'>

/** Writes what bundles leave out, within the transaction that writes the bundle: rules come with their datasets, or nothing comes. */
export const writeExtras = (tx: Db, deps: Needed, caller: Caller, extras: Extras, idsOf: IdsOf): Promise<ExtrasOutcome> =>
  bring({ db: tx, deps, caller, extras, idsOf, isDryRun: false, ...empty() })

/** What would become of it. Nothing is written. */
export const foreseeExtras = (deps: Needed & Pick<Deps, 'db'>, caller: Caller, extras: Extras, idsOf: IdsOf): Promise<ExtrasOutcome> =>
  bring({ db: deps.db, deps, caller, extras, idsOf, isDryRun: true, ...empty() })

const empty = (): Pick<Work, 'notBrought' | 'brought' | 'closed' | 'roles'> => ({ notBrought: [], brought: new Map(), closed: new Map(), roles: new Map() })

async function bring(work: Work): Promise<ExtrasOutcome> {
  await bringRules(work)
  // Before owners: whoever moves in owns what he brought until somebody else does.
  const closed = await closeDatasets(work)
  await bringDashboardRoles(work)
  await bringLayers(work)
  await bringCssTemplates(work)
  await bringTags(work)
  await bringOwners(work)
  return { brought: [...work.brought].map(([kind, count]) => ({ kind, count })), notBrought: work.notBrought, closed }
}
