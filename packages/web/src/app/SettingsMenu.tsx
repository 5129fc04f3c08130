import { Settings } from 'lucide-react'
import { bootstrap, may } from '../api/bootstrap.ts'
import { IconButton } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { MenuEntry } from '../ui/Menu.tsx'
import { t } from '../words/words.ts'
import type { WordKey } from '../words/words.ts'
import { settingsGroups } from './menu.ts'

/** Data, security and management pages, as the server's menu allows them. */
export const SettingsMenu = () => {
  const { menu_data: menuData } = bootstrap().common
  const version = menuData?.navbar_right?.version_string
  const items: MenuEntry[] = []
  for (const group of settingsGroups(menuData?.menu ?? [], may('can_import_', 'ImportExportRestApi'))) {
    if (items.length > 0) items.push('divider')
    items.push({ group: t(`group.${group.name}` as Extract<WordKey, `group.${string}`>) })
    items.push(...group.items.map((item) => ({ key: item.name, label: item.label, to: item.url })))
  }
  if (version) {
    if (items.length > 0) items.push('divider')
    items.push({ group: `${t('app.name')} ${version}` })
  }
  if (items.length === 0) return null
  return (
    <Menu
      label={t('shell.settings')}
      align="end"
      items={items}
      trigger={(props) => <IconButton {...props} label={t('shell.settings')} icon={<Settings size={16} />} />}
    />
  )
}
