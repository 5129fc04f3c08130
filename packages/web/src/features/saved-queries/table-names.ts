export interface SqlTable {
  readonly table: string
  readonly schema?: string | null
  readonly catalog?: string | null
}

export const fullName = ({ catalog, schema, table }: SqlTable): string => [catalog, schema, table].filter(Boolean).join('.')
