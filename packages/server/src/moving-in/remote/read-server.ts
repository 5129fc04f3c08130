import type { NotBrought } from '@sightline/contract'
import type { Deps } from '../../deps.ts'
import { openGuardedFetch } from '../../http-out/guarded-fetch.ts'
import type { RemoteAccount } from '../move-form.ts'
import type { OnStep } from '../move-in.ts'
import type { MoveSource } from '../source.ts'
import { indexObjects } from './match-files.ts'
import { pullBundle } from './pull-bundle.ts'
import { readCatalogue } from './read-catalogue.ts'
import { readDashboardRoles, readOwners } from './read-owners.ts'
import { readRules } from './read-rules.ts'
import { readCssTemplates, readLayers, readTags } from './read-small-things.ts'
import { openRemote } from './remote-api.ts'

export interface ReadOptions {
  readonly signal: AbortSignal
  readonly onStep: OnStep
  /** `host:port` that may be read although it is not public: the one an operator typed on the command line of this machine. */
  readonly allowedHosts?: readonly string[]
}

/** Everything of a running server that speaks this interface, as far as the account may read it. Nothing is written, here or there. */
export async function readServer(
  deps: Pick<Deps, 'config' | 'now'>,
  account: RemoteAccount,
  { signal, onStep, allowedHosts = [] }: ReadOptions,
): Promise<MoveSource> {
  const notBrought: NotBrought[] = []
  const fetch = openGuardedFetch({ allowed: [...deps.config.fetchHosts, ...allowedHosts] })
  onStep('Signing in')
  const api = await openRemote(fetch, account, { mostBytes: deps.config.bodyLimitMb * 2 ** 20, signal })
  onStep('Reading what there is')
  const catalogue = await readCatalogue(api, notBrought)
  const { files, archive } = await pullBundle(api, catalogue, { now: deps.now(), onStep, notBrought })
  const index = indexObjects(files, catalogue)
  onStep('Reading row rules')
  const rules = await readRules(api, catalogue, index, notBrought)
  onStep('Reading owners and roles')
  const owners = await readOwners(api, catalogue, index, notBrought)
  const dashboardRoles = readDashboardRoles(api, catalogue, index, notBrought)
  onStep('Reading annotation layers, CSS templates and tags')
  const annotationLayers = await readLayers(api, notBrought)
  const cssTemplates = await readCssTemplates(api, notBrought)
  const tags = await readTags(api, catalogue, index, notBrought)
  return {
    kind: 'server',
    name: api.origin,
    archive,
    extras: { ...rules, owners, chartIds: index.chartIds, dashboardRoles, annotationLayers, cssTemplates, tags },
    notBrought,
  }
}
