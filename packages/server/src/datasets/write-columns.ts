import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Writer } from '../data-permissions/pairs.ts'
import type { DatasetColumns } from '../db/schema.ts'
import type { ColumnChanges } from './merge-columns.ts'
import type { SourceColumn } from './read-columns.ts'

export interface Stamp {
  /** The moment of the change. */
  readonly at: string
  readonly by: number | null
}

export const createdBy = ({ at, by }: Stamp) => ({ created_on: at, changed_on: at, created_by_id: by, changed_by_id: by })

const newColumn = (datasetId: number, column: SourceColumn, stamp: Stamp): Insertable<DatasetColumns> => ({
  uuid: randomUUID(),
  dataset_id: datasetId,
  column_name: column.column_name,
  type: column.type,
  description: column.comment,
  is_active: true,
  is_dttm: column.is_dttm,
  filterable: true,
  groupby: true,
  ...createdBy(stamp),
})

export async function addColumns(db: Writer, datasetId: number, columns: readonly SourceColumn[], stamp: Stamp): Promise<void> {
  // One statement binds at most some thousand values on the embedded store; wide tables go in parts.
  for (let start = 0; start < columns.length; start += 200) {
    await db
      .insertInto('dataset_columns')
      .values(columns.slice(start, start + 200).map((column) => newColumn(datasetId, column, stamp)))
      .execute()
  }
}

export async function applyColumnChanges(db: Writer, datasetId: number, changes: ColumnChanges, stamp: Stamp): Promise<void> {
  if (changes.remove.length > 0) await db.deleteFrom('dataset_columns').where('id', 'in', changes.remove).execute()
  for (const { id, type, is_dttm } of changes.retype) {
    // A column that its author marked as a time stays one.
    const marked = is_dttm ? { is_dttm: true } : {}
    await db
      .updateTable('dataset_columns')
      .set({ type, ...marked, changed_on: stamp.at, changed_by_id: stamp.by })
      .where('id', '=', id)
      .execute()
  }
  await addColumns(db, datasetId, changes.add, stamp)
}
