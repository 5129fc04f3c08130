import type { Frame } from '@sightline/core'
import { useMemo } from 'react'
import { DataGrid } from './DataGrid.tsx'

/** A frame as rows: the twin of every chart. */
export const FrameGrid = ({ label, frame, search }: { readonly label: string; readonly frame: Frame; readonly search?: string }) => {
  const columns = useMemo(() => frame.columns.map(({ name, kind }) => ({ key: name, label: name, kind })), [frame])
  const rows = useMemo(() => Array.from({ length: frame.length }, (_, row) => frame.values.map((values) => values[row])), [frame])
  return <DataGrid label={label} columns={columns} rows={rows} {...(search === undefined ? {} : { search })} />
}
