import type { NotBrought } from '@sightline/contract'
import type { Planning } from '../../bundles/import-plan.ts'
import { isDocument } from '../../bundles/documents.ts'

/** What bundles never carry, as far as what this one holds may have had it. */
export function leftOutOfBundles({ datasets, charts, dashboards, queries }: Planning): readonly NotBrought[] {
  const hasOwned = datasets.size + charts.size + dashboards.size > 0
  const usesLayers = [...charts.values()].some(({ content }) => namesLayers(content.params?.['annotation_layers']))
  const entries: readonly (NotBrought & { readonly applies: boolean })[] = [
    {
      kind: 'row_rule',
      name: 'Row rules',
      why: 'Bundles do not carry them. Whoever may read a dataset here sees all of its rows until rules are made for it.',
      applies: datasets.size > 0,
    },
    { kind: 'owner', name: 'Owners', why: 'Bundles do not carry them. Everything that came over belongs to whoever moved it.', applies: hasOwned },
    {
      kind: 'dashboard_role',
      name: 'Roles of dashboards',
      why: 'Bundles do not carry them. A dashboard that was opened to roles is not opened to any here.',
      applies: dashboards.size > 0,
    },
    {
      kind: 'annotation_layer',
      name: 'Annotation layers',
      why: 'Bundles do not carry them, and charts of this one name some. Those charts show no annotations of theirs until layers are chosen again.',
      applies: usesLayers,
    },
    { kind: 'css_template', name: 'CSS templates', why: 'Bundles do not carry them.', applies: dashboards.size > 0 },
    { kind: 'tag', name: 'Tags', why: 'Bundles do not carry them.', applies: hasOwned || queries.size > 0 },
    { kind: 'report', name: 'Alerts and reports', why: 'Bundles do not carry them.', applies: charts.size + dashboards.size > 0 },
    { kind: 'role', name: 'People, roles and permissions', why: 'Bundles do not carry them. Who may see what is decided here.', applies: true },
  ]
  return entries.flatMap(({ applies, ...entry }) => (applies ? [entry] : []))
}

/** Layers of the product itself are named by their id; other kinds are formulas or other charts. */
const namesLayers = (layers: unknown): boolean =>
  Array.isArray(layers) &&
  layers.some((layer) => isDocument(layer) && layer['sourceType'] === 'NATIVE' && layer['value'] !== null && layer['value'] !== undefined)
