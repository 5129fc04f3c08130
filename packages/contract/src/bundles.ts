import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { messageReply } from './resource.ts'

/** What a form with a bundle carries; secrets are JSON texts, `{"databases/Name.yaml": "secret"}`. */
const importForm = z.looseObject({
  formData: z.unknown().optional(),
  overwrite: z.string().optional(),
  passwords: z.string().optional(),
  ssh_tunnel_passwords: z.string().optional(),
  ssh_tunnel_private_keys: z.string().optional(),
  ssh_tunnel_private_key_passwords: z.string().optional(),
})
export type ImportForm = z.infer<typeof importForm>

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
    reply: messageReply,
  }),
})
