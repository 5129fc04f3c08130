import type { Frame } from '@sightline/core'
import { useMemo } from 'react'
import { DataGrid } from './DataGrid.tsx'
import { cellsOf } from './grid/cells-of.ts'

/** A frame as rows: the twin of every chart. */
export const FrameGrid = ({ label, frame, search }: { readonly label: string; readonly frame: Frame; readonly search?: string }) => {
  const columns = useMemo(() => frame.columns.map(({ name, kind }) => ({ key: name, label: name, kind })), [frame])
  const cellAt = useMemo(() => cellsOf(frame.values), [frame])
  return <DataGrid label={label} columns={columns} rowCount={frame.length} cellAt={cellAt} {...(search === undefined ? {} : { search })} />
}
