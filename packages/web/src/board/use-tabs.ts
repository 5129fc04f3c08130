import type { Block, Layout } from '@sightline/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { activeTabOf, chooseTabs, type Chosen } from './active-tabs.ts'

export interface TabChoices {
  readonly chosen: Chosen
  readonly activeOf: (block: Block) => Block | undefined
  readonly choose: (tabs: string, tab: string) => void
}

/** What an address says about where to begin. */
export interface StartPlace {
  /** A block to be seen first. */
  readonly anchor?: string | undefined
  readonly activeTabs?: readonly string[] | undefined
}

/** The block that the end of an address names. */
export function readAnchor(hash: string): StartPlace {
  try {
    return hash.length > 1 ? { anchor: decodeURIComponent(hash.slice(1)) } : {}
  } catch {
    return {}
  }
}

/** The tabs of a dashboard, begun where a link points; its block is scrolled to once. */
export function useTabs(layout: Layout, { anchor, activeTabs }: StartPlace): TabChoices {
  const [chosen, setChosen] = useState(() => chooseTabs(layout, anchor, activeTabs ?? []))
  useEffect(() => {
    if (anchor !== undefined) document.querySelector(`[data-block="${CSS.escape(anchor)}"]`)?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  }, [anchor])
  const choose = useCallback((tabs: string, tab: string) => setChosen((all) => ({ ...all, [tabs]: tab })), [])
  return useMemo(() => ({ chosen, choose, activeOf: (block) => activeTabOf(layout, block, chosen) }), [chosen, choose, layout])
}
