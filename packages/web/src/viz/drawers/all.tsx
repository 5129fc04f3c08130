import type { Picture, Size } from '@sightline/charts'
import type { ReactNode } from 'react'
import { EchartsDrawer } from './EchartsDrawer.tsx'
import { EmptyDrawer } from './EmptyDrawer.tsx'
import { NumberDrawer } from './NumberDrawer.tsx'
import { TableDrawer } from './TableDrawer.tsx'

/** One line per way to draw. */
export const drawPicture = (picture: Picture, size: Size, name: string): ReactNode => {
  switch (picture.kind) {
    case 'echarts':
      return <EchartsDrawer picture={picture} size={size} />
    case 'table':
      return <TableDrawer picture={picture} size={size} name={name} />
    case 'number':
      return <NumberDrawer picture={picture} size={size} />
    case 'empty':
      return <EmptyDrawer picture={picture} />
  }
}
