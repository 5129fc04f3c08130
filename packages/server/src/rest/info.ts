import type { InfoColumn, InfoReply } from '@sightline/contract'
import { mayDo } from '@sightline/core'
import { filtersOf } from './filters.ts'
import { labelOf } from './labels.ts'
import { infoShape, readQ, type InfoQuery } from './read-q.ts'
import type { Asked, FormColumn, ResourceDescription } from './resource.ts'

/** `GET /_info`. */
export function info(resource: ResourceDescription, { caller }: Asked, q: string | undefined): InfoReply {
  const { keys } = readQ<InfoQuery>(q, infoShape)
  if (keys?.includes('none')) return {}
  const says = (key: string) => !keys || keys.length === 0 || keys.includes(key)
  return {
    ...(says('permissions') && { permissions: resource.permissions.filter((permission) => mayDo(caller, permission, resource.view)) }),
    ...(says('filters') && { filters: filtersOf(resource) }),
    ...(says('add_columns') && { add_columns: (resource.addForm ?? []).map(described) }),
    ...(says('edit_columns') && { edit_columns: (resource.editForm ?? resource.addForm ?? []).map(described) }),
    ...(says('add_title') && { add_title: `Add ${resource.title}` }),
    ...(says('edit_title') && { edit_title: `Edit ${resource.title}` }),
  }
}

const described = ({ name, type, required = false, unique = false, validate }: FormColumn): InfoColumn => ({
  name,
  label: labelOf(name),
  description: '',
  type,
  required,
  unique,
  ...(validate && { validate }),
})
