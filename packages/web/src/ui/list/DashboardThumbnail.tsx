import { useQuery } from '@tanstack/react-query'
import { LayoutDashboard } from 'lucide-react'
import { listRows } from '../../api/resources.ts'
import { Mark } from '../Mark.tsx'
import { VizGlyph } from '../VizGlyph.tsx'
import styles from './DashboardThumbnail.module.css'
import { Thumbnail } from './Thumbnail.tsx'

interface Tile {
  readonly id: number
  readonly viz_type: string | null
  readonly thumbnail_url: string | null
}

const most = 5

/** A dashboard in small: the pictures of its charts side by side. Tables and numbers read badly that small, so they come last. */
export const DashboardThumbnail = ({ id }: { readonly id: number }) => {
  const tiles = useQuery({
    queryKey: ['chart', 'tiles', id],
    queryFn: ({ signal }) =>
      listRows<Tile>(
        'chart',
        { columns: ['id', 'viz_type', 'thumbnail_url'], filters: [{ col: 'dashboards', opr: 'rel_m_m', value: id }], page_size: 12 },
        signal,
      ),
    staleTime: 300_000,
  })
  const found = tiles.data?.result ?? []
  const rank = (tile: Tile): number => (/table|big_number/.test(tile.viz_type ?? '') ? 1 : 0)
  const shown = found.toSorted((a, b) => rank(a) - rank(b)).slice(0, most)
  if (shown.length === 0) return <Thumbnail size="large" src={undefined} glyph={tiles.isPending ? <Mark size={24} /> : <LayoutDashboard size={28} />} />
  return (
    <span className={styles.grid} data-count={shown.length}>
      {shown.map((tile) => (
        <span key={tile.id} className={styles.tile}>
          <Thumbnail size="large" src={tile.thumbnail_url} glyph={<VizGlyph vizType={tile.viz_type} size={18} />} />
        </span>
      ))}
    </span>
  )
}
