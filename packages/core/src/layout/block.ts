/** Everything that can stand on a dashboard, in the words of the stored document. */
export type BlockType = 'ROOT' | 'GRID' | 'ROW' | 'COLUMN' | 'CHART' | 'MARKDOWN' | 'HEADER' | 'DIVIDER' | 'TABS' | 'TAB' | 'DYNAMIC'

export interface Block {
  readonly id: string
  readonly type: BlockType
  readonly children: readonly string[]
  readonly meta: Readonly<Record<string, unknown>>
}

/** Blocks by id. Every block but the root, the title and an unused grid is the child of exactly one other block. */
export type Layout = Readonly<Record<string, Block>>

export const rootId = 'ROOT_ID'
export const gridId = 'GRID_ID'
export const headerId = 'HEADER_ID'
export const versionKey = 'DASHBOARD_VERSION_KEY'

/** The grid: twelve columns, heights in units of eight pixels. */
export const gridColumns = 12
export const heightUnit = 8
export const gridGutter = 16
export const minimumHeight = 5
export const defaultWidth = 4
export const defaultHeight = 50
/** The stored document may not have more characters than this. */
export const layoutSizeLimit = 65535

const types: ReadonlySet<string> = new Set(['ROOT', 'GRID', 'ROW', 'COLUMN', 'CHART', 'MARKDOWN', 'HEADER', 'DIVIDER', 'TABS', 'TAB', 'DYNAMIC'])
export const isBlockType = (text: unknown): text is BlockType => typeof text === 'string' && types.has(text)

const withWidth: ReadonlySet<BlockType> = new Set<BlockType>(['COLUMN', 'CHART', 'MARKDOWN', 'DYNAMIC'])
const withHeight: ReadonlySet<BlockType> = new Set<BlockType>(['CHART', 'MARKDOWN', 'DYNAMIC'])
export const hasWidth = (type: BlockType): boolean => withWidth.has(type)
export const hasHeight = (type: BlockType): boolean => withHeight.has(type)

const whole = (value: unknown, fallback: number, least: number, most: number): number => {
  const number = typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : fallback
  return Math.min(Math.max(number, least), most)
}

export const widthOf = (block: Block): number => whole(block.meta['width'], defaultWidth, 1, gridColumns)
export const heightOf = (block: Block): number => whole(block.meta['height'], defaultHeight, minimumHeight, 1000)

type HeaderSize = 'SMALL_HEADER' | 'MEDIUM_HEADER' | 'LARGE_HEADER'

/** Of a HEADER block; one that says nothing that is known is of the middle size. */
export const headerSizeOf = ({ meta: { headerSize } }: Block): HeaderSize =>
  headerSize === 'SMALL_HEADER' || headerSize === 'LARGE_HEADER' ? headerSize : 'MEDIUM_HEADER'

/** The page shows through whatever does not say that it is white. */
export const isWhite = ({ meta }: Block): boolean => meta['background'] === 'BACKGROUND_WHITE'

/** The id of the chart a CHART block shows. */
export const chartIdOf = (block: Block): number | undefined => {
  const id = block.meta['chartId']
  return block.type === 'CHART' && typeof id === 'number' ? id : undefined
}
