import { Bookmark, CalendarClock, Ellipsis, History, Keyboard } from 'lucide-react'
import { may } from '../../../api/bootstrap.ts'
import { links } from '../../../links.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx'
import { t } from '../../../words/words.ts'
import { switchAutocomplete, useAutocomplete } from '../editor/autocomplete-switch.ts'
import { useDraftWords } from './DraftNote.tsx'
import type { Foldable } from './fold.ts'
import { limitEntries } from './LimitMenu.tsx'
import { useHasSucceeded } from './use-has-succeeded.ts'
import type { Tool } from './use-tools.tsx'

export interface MoreMenuProps {
  readonly tabId: string
  readonly limit: number
  readonly folded: ReadonlySet<Foldable>
  readonly tools: readonly Tool[]
  readonly canSchedule: boolean
  readonly onSchedule: () => void
  readonly onShortcuts: () => void
}

/** What is rarely needed, and what the bar has no room for. */
export const MoreMenu = ({ tabId, limit, folded, tools, canSchedule, onSchedule, onShortcuts }: MoreMenuProps) => {
  const isCompleting = useAutocomplete((autocomplete) => autocomplete.isOn)
  const hasSucceeded = useHasSucceeded(tabId)
  const draft = useDraftWords(tabId)
  const foldedTools = tools.filter(({ key }) => folded.has(key))
  const items: MenuEntry[] = [
    ...(folded.has('draft') ? [{ group: draft.text }] : []),
    ...foldedTools.map(entryOf),
    ...(folded.has('limit') ? [{ group: t('sqllab.limit') }, ...limitEntries(tabId, limit)] : []),
    ...(foldedTools.length > 0 || folded.has('limit') ? (['divider'] as const) : []),
    {
      key: 'autocomplete',
      label: t('sqlbar.autocomplete'),
      isChecked: isCompleting,
      isSwitch: true,
      onSelect: () => switchAutocomplete(!isCompleting),
    },
    { key: 'shortcuts', label: t('sqlbar.shortcuts'), icon: <Keyboard size={14} aria-hidden />, onSelect: onShortcuts },
    ...(canSchedule && may('can_write', 'SavedQuery')
      ? [
          {
            key: 'schedule',
            label: t('sqlbar.schedule'),
            icon: <CalendarClock size={14} aria-hidden />,
            hint: t(hasSucceeded ? 'sqlbar.scheduleTip' : 'sqlbar.scheduleFirstRun'),
            isDisabled: !hasSucceeded,
            onSelect: onSchedule,
          },
        ]
      : []),
    'divider',
    { key: 'history', label: t('sqlbar.queryHistory'), icon: <History size={14} aria-hidden />, to: links.queryHistory() },
    { key: 'saved', label: t('sqlbar.savedQueries'), icon: <Bookmark size={14} aria-hidden />, to: links.savedQueries() },
  ]
  return (
    <Menu
      label={t('sqlbar.more')}
      align="end"
      items={items}
      trigger={(props) => <IconButton {...props} kind="default" label={t('sqlbar.more')} icon={<Ellipsis size={14} />} />}
    />
  )
}

const entryOf = ({ key, label, icon, hint, isDisabled, shortcut, count = 0, onSelect }: Tool): MenuEntry => ({
  key,
  label: count > 0 ? `${label} (${count})` : label,
  icon,
  hint,
  isDisabled,
  ...(shortcut === undefined ? {} : { shortcut }),
  onSelect,
})
