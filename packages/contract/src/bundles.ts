import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What a form with a bundle carries; secrets are JSON texts, `{"databases/Name.yaml": "secret"}`. */
const importForm = z.looseObject({
  formData: z.unknown().optional(),
  /** The name of the file where everything is taken in at once. */
  bundle: z.unknown().optional(),
  overwrite: z.string().optional(),
  /** Of a dashboard's bundle: what it needs is replaced too. */
  overwrite_all: z.string().optional(),
  /** What is not in the bundle may be here already. */
  sparse: z.string().optional(),
  passwords: z.string().optional(),
  ssh_tunnel_passwords: z.string().optional(),
  ssh_tunnel_private_keys: z.string().optional(),
  ssh_tunnel_private_key_passwords: z.string().optional(),
  /** `{"databases/Name.yaml": {"$.credentials.key": "secret"}}` for the masks in `masked_encrypted_extra`. */
  encrypted_extra_secrets: z.string().optional(),
})
export type ImportForm = z.infer<typeof importForm>

/** `notes` say in whole sentences what came over but cannot be used yet; without any the key is absent. */
const importReply = z.object({ message: z.string(), notes: z.array(z.string()).optional() })
export type ImportReply = z.infer<typeof importReply>

/** Export and import of a resource as a zip of YAML files. */
export const bundleEndpoints = ({ resource, view, things }: { readonly resource: string; readonly view: string; readonly things: string }) => ({
  export: endpoint({
    method: 'GET',
    path: `/api/v1/${resource}/export/`,
    tag: resource,
    summary: `Some of the ${things} as a bundle`,
    access: { permission: 'can_export', view },
    query: z.object({ q: z.string().optional(), token: z.string().optional() }),
    produces: 'zip',
  }),
  import: endpoint({
    method: 'POST',
    path: `/api/v1/${resource}/import/`,
    tag: resource,
    summary: `Take in ${things} from a bundle`,
    access: { permission: 'can_write', view },
    body: importForm.optional(),
    reply: importReply,
  }),
})

/** By what a bundle is mainly about. Saved queries have theirs beside their other calls. */
export const bundleTable = {
  database: bundleEndpoints({ resource: 'database', view: 'Database', things: 'databases' }),
  dataset: bundleEndpoints({ resource: 'dataset', view: 'Dataset', things: 'datasets' }),
  chart: bundleEndpoints({ resource: 'chart', view: 'Chart', things: 'charts' }),
  dashboard: bundleEndpoints({ resource: 'dashboard', view: 'Dashboard', things: 'dashboards' }),
}

export const assetEndpoints = {
  export: endpoint({
    method: 'GET',
    path: '/api/v1/assets/export/',
    tag: 'assets',
    summary: 'Everything one may see as a bundle',
    access: { permission: 'can_export', view: 'ImportExportRestApi' },
    query: z.object({ token: z.string().optional() }),
    produces: 'zip',
  }),
  import: endpoint({
    method: 'POST',
    path: '/api/v1/assets/import/',
    tag: 'assets',
    summary: 'Take in everything from a bundle, over what is there',
    access: { permission: 'can_import_', view: 'ImportExportRestApi' },
    body: importForm.optional(),
    reply: importReply,
  }),
}
