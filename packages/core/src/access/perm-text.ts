/** How data permissions name what they open. These texts are the view half of a pair and are kept on rows as `perm` and `schema_perm`. */

export const databasePerm = ({ database_name, id }: { readonly database_name: string; readonly id: number }): string => `[${database_name}].(id:${id})`

export const schemaPerm = (place: { readonly database_name: string; readonly catalog?: string | null; readonly schema: string }): string =>
  place.catalog ? `[${place.database_name}].[${place.catalog}].[${place.schema}]` : `[${place.database_name}].[${place.schema}]`

export const datasetPerm = (dataset: { readonly database_name: string; readonly table_name: string; readonly id: number }): string =>
  `[${dataset.database_name}].[${dataset.table_name}](id:${dataset.id})`
