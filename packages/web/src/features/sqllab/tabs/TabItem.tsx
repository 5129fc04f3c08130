import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ChevronDown, Copy, PanelLeft, Pencil, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { joinClasses } from '../../../ui/join-classes.ts'
import { Menu } from '../../../ui/Menu.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { t } from '../../../words/words.ts'
import { cloneTab, closeOtherTabs, closeTab, edit, openTab, putTabAt } from '../lab/tab-commands.ts'
import { isInFlight, type RunStatus, type Tab } from '../state/model.ts'
import styles from './TabBar.module.css'

export interface TabItemProps {
  readonly tab: Tab
  readonly place: number
  readonly count: number
  readonly isActive: boolean
  /** Edits that are not with the server yet. */
  readonly isDirty: boolean
  readonly state: RunStatus | undefined
}

export const idOfTabButton = (tabId: string): string => `sql-tab-${tabId}`

/** One tab: click to show, double click to rename, drag or Alt with an arrow to put elsewhere. */
export const TabItem = ({ tab, place, count, isActive, isDirty, state }: TabItemProps) => {
  const [isRenaming, setIsRenaming] = useState(false)
  const [edge, setEdge] = useState<'before' | 'after'>()
  const box = useRef<HTMLDivElement>(null)
  const drop = useEffectEvent((from: number, after: boolean, id: string) => {
    const to = place + (after ? 1 : 0)
    putTabAt(id, from < to ? to - 1 : to)
  })
  const facts = useEffectEvent(() => ({ kind: 'sql-tab', id: tab.id, place }))

  useEffect(() => {
    const element = box.current
    if (!element) return
    const isAfter = (clientX: number): boolean => {
      const { left, width } = element.getBoundingClientRect()
      return clientX > left + width / 2
    }
    const stopDrag = draggable({ element, getInitialData: () => facts() })
    const stopDrop = dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data['kind'] === 'sql-tab',
      onDrag: ({ location, source }) => setEdge(source.data['id'] === facts().id ? undefined : isAfter(location.current.input.clientX) ? 'after' : 'before'),
      onDragLeave: () => setEdge(undefined),
      onDrop: ({ location, source }) => {
        setEdge(undefined)
        if (source.data['id'] !== facts().id) drop(Number(source.data['place']), isAfter(location.current.input.clientX), String(source.data['id']))
      },
    })
    return () => {
      stopDrag()
      stopDrop()
    }
  }, [])
  useEffect(() => {
    if (isActive) box.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isActive])

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step !== 0 && event.altKey) {
      event.preventDefault()
      putTabAt(tab.id, Math.max(0, Math.min(count - 1, place + step)))
    } else if (event.key === 'F2') setIsRenaming(true)
    else if (event.key === 'Delete') void closeTab(tab.id)
  }
  return (
    <div ref={box} className={joinClasses(styles.tab, isActive && styles.active, edge === 'before' && styles.before, edge === 'after' && styles.after)}>
      {isRenaming ? (
        <TabName
          name={tab.name}
          onDone={(name) => {
            setIsRenaming(false)
            if (name !== undefined) edit(tab.id, { name })
          }}
        />
      ) : (
        <button
          type="button"
          role="tab"
          id={idOfTabButton(tab.id)}
          data-tab={tab.id}
          aria-selected={isActive}
          aria-controls="sql-tab-panel"
          tabIndex={isActive ? 0 : -1}
          title={tab.name}
          className={styles.name}
          onClick={() => void openTab(tab.id)}
          onDoubleClick={() => setIsRenaming(true)}
          onAuxClick={(event) => event.button === 1 && void closeTab(tab.id)}
          onKeyDown={onKeyDown}
        >
          {state !== undefined && isInFlight(state) ? <Spinner size={12} /> : state !== undefined && <span className={styles.dot} data-state={state} />}
          <span className={styles.text}>{tab.name}</span>
          {state !== undefined && <span className="visually-hidden">{t(`sqllab.state.${state}`)}</span>}
          {isDirty && <span className={styles.dirty} role="img" aria-label={t('sqllab.notSent')} />}
        </button>
      )}
      <span className={styles.tools}>
        <Menu
          label={t('sqllab.tabMenu', { name: tab.name })}
          items={[
            { key: 'rename', label: t('sqllab.tab.rename'), icon: <Pencil size={14} />, shortcut: 'F2', onSelect: () => setIsRenaming(true) },
            { key: 'clone', label: t('sqllab.tab.clone'), icon: <Copy size={14} />, onSelect: () => cloneTab(tab.id) },
            {
              key: 'bar',
              label: t(tab.hideLeftBar ? 'sqllab.tab.showBar' : 'sqllab.tab.hideBar'),
              icon: <PanelLeft size={14} />,
              onSelect: () => edit(tab.id, { hideLeftBar: !tab.hideLeftBar }),
            },
            'divider',
            { key: 'close', label: t('sqllab.tab.close'), icon: <X size={14} />, onSelect: () => void closeTab(tab.id) },
            { key: 'others', label: t('sqllab.tab.closeOthers'), isDisabled: count === 1, onSelect: () => void closeOtherTabs(tab.id) },
          ]}
          trigger={(props) => <IconButton {...props} size="xs" label={t('sqllab.tabMenu', { name: tab.name })} icon={<ChevronDown size={12} />} />}
        />
        <IconButton size="xs" label={t('sqllab.closeTab', { name: tab.name })} icon={<X size={12} />} onClick={() => void closeTab(tab.id)} />
      </span>
    </div>
  )
}

/** The name as a field. Enter takes it, Escape leaves it, an empty one is left as well. */
const TabName = ({ name, onDone }: { readonly name: string; readonly onDone: (name: string | undefined) => void }) => {
  const isLeft = useRef(false)
  return (
    <input
      className={styles.rename}
      aria-label={t('sqllab.renameTab')}
      defaultValue={name}
      maxLength={256}
      ref={(field) => field?.select()}
      onBlur={(event) => onDone(isLeft.current || event.target.value.trim() === '' ? undefined : event.target.value.trim())}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') isLeft.current = true
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur()
      }}
    />
  )
}
