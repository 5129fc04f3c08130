import { KeyRound, LogOut } from 'lucide-react'
import { bootstrap } from '../api/bootstrap.ts'
import { links } from '../links.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { nameOf } from '../ui/avatar.ts'
import type { Person } from '../ui/avatar.ts'
import { Menu } from '../ui/Menu.tsx'
import { chooseTheme, useThemeChoice } from '../ui/theme.ts'
import { Tooltip } from '../ui/Tooltip.tsx'
import { t } from '../words/words.ts'
import styles from './Shell.module.css'

/** Who is here, the theme, the password, the way out. */
export const PersonMenu = () => {
  const choice = useThemeChoice()
  const { user, common } = bootstrap()
  const person: Person = {
    ...(user.userId === undefined ? {} : { id: user.userId }),
    first_name: user.firstName ?? null,
    last_name: user.lastName ?? null,
    username: user.username ?? null,
  }
  const name = nameOf(person)
  return (
    <Menu
      label={t('shell.person')}
      align="end"
      items={[
        { group: user.username === undefined || user.username === name ? name : `${name} · ${user.username}` },
        'divider',
        { group: t('shell.theme') },
        { key: 'light', label: t('shell.themeLight'), isChecked: choice === 'light', onSelect: () => chooseTheme('light') },
        { key: 'dark', label: t('shell.themeDark'), isChecked: choice === 'dark', onSelect: () => chooseTheme('dark') },
        { key: 'system', label: t('shell.themeSystem'), isChecked: choice === 'system', onSelect: () => chooseTheme('system') },
        'divider',
        { key: 'password', label: user.hasPassword ? t('shell.changePassword') : t('shell.setPassword'), icon: <KeyRound size={14} />, to: links.password() },
        {
          key: 'out',
          label: t('shell.signOut'),
          icon: <LogOut size={14} />,
          to: common.menu_data?.navbar_right?.user_logout_url ?? links.signOut(),
          isFullLoad: true,
        },
      ]}
      trigger={(props) => (
        <Tooltip text={name}>
          <button type="button" {...props} className={styles.person}>
            <Avatar person={person} />
            <span className="visually-hidden">{t('shell.person')}</span>
          </button>
        </Tooltip>
      )}
    />
  )
}
