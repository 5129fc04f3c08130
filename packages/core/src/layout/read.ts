import { gridId, headerId, isBlockType, rootId, versionKey, type Block, type Layout } from './block.ts'
import { ancestorsOf } from './walk.ts'

const emptyBlocks: Layout = {
  [rootId]: { id: rootId, type: 'ROOT', children: [gridId], meta: {} },
  [gridId]: { id: gridId, type: 'GRID', children: [], meta: {} },
}

/** A dashboard without blocks. */
export const emptyLayout = (title: string): Layout => ({ ...emptyBlocks, [headerId]: titleBlock(title) })

const titleBlock = (text: string): Block => ({ id: headerId, type: 'HEADER', children: [], meta: { text } })

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const parse = (stored: unknown): Record<string, unknown> => {
  if (isRecord(stored)) return stored
  if (typeof stored !== 'string' || stored.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(stored)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

const toBlock = (id: string, value: unknown): Block | undefined => {
  if (!isRecord(value) || !isBlockType(value['type'])) return undefined
  const children = Array.isArray(value['children']) ? value['children'].filter((child): child is string => typeof child === 'string') : []
  return { id, type: value['type'], children, meta: isRecord(value['meta']) ? value['meta'] : {} }
}

/**
 * Reads `position_json`. What cannot be reached from the root, is listed twice or has no known type is left out, so that every later step may
 * rely on a tree; a document that is no layout at all gives the empty one.
 */
export function readLayout(stored: unknown, title: string): Layout {
  const found = new Map<string, Block>()
  for (const [id, value] of Object.entries(parse(stored))) {
    const block = id === versionKey ? undefined : toBlock(id, value)
    if (block) found.set(id, block)
  }
  const kept: Record<string, Block> = {}
  const keep = (block: Block): void => {
    kept[block.id] = block
    const children: string[] = []
    for (const id of block.children) {
      const child = found.get(id)
      if (!child || id in kept || id === headerId) continue
      children.push(id)
      keep(child)
    }
    kept[block.id] = { ...block, children }
  }
  const root = found.get(rootId)
  if (root?.type === 'ROOT') keep(root)
  const [first] = kept[rootId]?.children ?? []
  if (first === undefined) return emptyLayout(title)
  return { ...kept, [gridId]: kept[gridId] ?? { id: gridId, type: 'GRID', children: [], meta: {} }, [headerId]: titleBlock(title) }
}

/** The stored document: with fresh `parents`, the version mark and the title. */
export function printLayout(layout: Layout): Record<string, unknown> {
  const document: Record<string, unknown> = { [versionKey]: 'v2' }
  for (const block of Object.values(layout)) {
    if (block.id === headerId) {
      document[headerId] = { id: headerId, type: 'HEADER', meta: block.meta }
      continue
    }
    const { id, type, children } = block
    const hasMeta = type !== 'ROOT' && type !== 'GRID'
    const parents = type === 'ROOT' ? {} : { parents: type === 'GRID' ? [rootId] : ancestorsOf(layout, id) }
    document[id] = { id, type, children, ...parents, ...(hasMeta ? { meta: block.meta } : {}) }
  }
  return document
}

export const titleOf = (layout: Layout): string => {
  const text = layout[headerId]?.meta['text']
  return typeof text === 'string' ? text : ''
}

export const renameLayout = (layout: Layout, title: string): Layout => ({ ...layout, [headerId]: titleBlock(title) })
