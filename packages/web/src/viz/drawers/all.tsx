import type { Picture, Size } from '@sightline/charts'
import type { ReactNode } from 'react'
import type { OwnState } from '../own-state.ts'
import { EchartsDrawer } from './EchartsDrawer.tsx'
import { EmptyDrawer } from './EmptyDrawer.tsx'
import { NumberDrawer } from './NumberDrawer.tsx'
import { TableDrawer } from './TableDrawer.tsx'

export interface DrawingPlace {
  readonly size: Size
  readonly name: string
  readonly ownState: Partial<OwnState>
  readonly onOwnState: ((state: OwnState) => void) | undefined
}

/** One line per way to draw. */
export const drawPicture = (picture: Picture, place: DrawingPlace): ReactNode => {
  switch (picture.kind) {
    case 'echarts':
      return <EchartsDrawer picture={picture} size={place.size} />
    case 'table':
      return <TableDrawer picture={picture} place={place} />
    case 'number':
      return <NumberDrawer picture={picture} size={place.size} />
    case 'empty':
      return <EmptyDrawer picture={picture} />
  }
}
