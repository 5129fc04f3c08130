import { headerSizeOf, heightOf, heightUnit, isWhite, rootId, widthOf, type Block } from '@sightline/core'
import { joinClasses } from '../ui/join-classes.ts'
import { Markdown } from '../ui/Markdown.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { t } from '../words/words.ts'
import { useBoard } from './board-context.ts'
import styles from './BlockView.module.css'
import { ChartCard } from './ChartCard.tsx'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const backgroundOf = (block: Block): string | undefined => (isWhite(block) ? styles.white : undefined)

/** One block with all that is in it. */
export const BlockView = ({ id, columns }: { readonly id: string; readonly columns: number }) => {
  const { layout } = useBoard()
  const block = layout[id]
  if (!block) return null
  switch (block.type) {
    case 'CHART':
    case 'MARKDOWN':
    case 'DYNAMIC':
      return <SizedBlock block={block} columns={columns} />
    case 'ROW':
      return (
        <div
          className={joinClasses(styles.row, backgroundOf(block))}
          data-block={id}
          style={{ gridTemplateColumns: `repeat(${String(columns)}, minmax(0, 1fr))` }}
        >
          {block.children.map((child) => (
            <BlockView key={child} id={child} columns={columns} />
          ))}
        </div>
      )
    case 'COLUMN':
      return (
        <div
          className={joinClasses(styles.column, backgroundOf(block))}
          data-block={id}
          style={{ gridColumn: `span ${String(Math.min(widthOf(block), columns))}` }}
        >
          {block.children.map((child) => (
            <BlockView key={child} id={child} columns={widthOf(block)} />
          ))}
        </div>
      )
    case 'HEADER':
      return (
        <h2 className={joinClasses(styles.heading, styles[headerSizeOf(block)], backgroundOf(block))} data-block={id}>
          {textOf(block.meta['text'])}
        </h2>
      )
    case 'DIVIDER':
      return <hr className={styles.divider} data-block={id} />
    case 'TABS':
      return <TabsBlock block={block} columns={columns} />
    case 'TAB':
    case 'GRID':
    case 'ROOT':
      return <Container block={block} columns={columns} />
  }
}

/** The grid or the inside of a tab: blocks below each other. */
const Container = ({ block, columns }: { readonly block: Block; readonly columns: number }) => {
  const { editing } = useBoard()
  return (
    <div className={styles.container} data-container={block.id}>
      {block.children.map((child) => (
        <BlockView key={child} id={child} columns={columns} />
      ))}
      {block.children.length === 0 && block.type === 'TAB' && !editing && <p className={styles.emptyTab}>{t('dashboard.emptyTab')}</p>}
    </div>
  )
}

const SizedBlock = ({ block, columns }: { readonly block: Block; readonly columns: number }) => {
  const { editing, layout } = useBoard()
  const isInRow = Object.values(layout).some(({ type, children }) => type === 'ROW' && children.includes(block.id))
  const content = block.type === 'CHART' ? <ChartCard block={block} /> : <TextBlock block={block} />
  return (
    <div
      className={styles.sized}
      data-block={block.id}
      style={{ gridColumn: isInRow ? `span ${String(Math.min(widthOf(block), columns))}` : undefined, height: heightOf(block) * heightUnit }}
    >
      {editing ? editing.frame(block, content) : content}
    </div>
  )
}

const TextBlock = ({ block }: { readonly block: Block }) => (
  <Markdown className={joinClasses(styles.text, useBoard().editing && styles.besideHandle)} text={textOf(block.meta['code'])} />
)

const TabsBlock = ({ block, columns }: { readonly block: Block; readonly columns: number }) => {
  const { layout, editing, tabs: choices, hidesTopTabs } = useBoard()
  const isOfWhole = layout[rootId]?.children.includes(block.id) === true
  const tabs = block.children.flatMap((id) => layout[id] ?? [])
  const active = choices.activeOf(block)
  if (!active) return null
  if (isOfWhole && hidesTopTabs) return <Container block={active} columns={columns} />
  const panelId = `panel-${block.id}`
  return (
    <div className={joinClasses(styles.tabs, isOfWhole && !editing && styles.topTabs)} data-block={block.id}>
      <Tabs
        label={t('dashboard.tabs')}
        items={tabs.map((tab) => ({ key: tab.id, label: textOf(tab.meta['text']) || t('dashboard.tabUntitled') }))}
        value={active.id}
        onChange={(tab) => choices.choose(block.id, tab)}
        panelId={panelId}
      />
      <div role="tabpanel" id={panelId} className={styles.tabPanel}>
        <Container block={active} columns={columns} />
      </div>
    </div>
  )
}
