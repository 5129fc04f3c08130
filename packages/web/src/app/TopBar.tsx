import { ChevronDown, Menu as MenuGlyph, Search } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { bootstrap } from '../api/bootstrap.ts'
import { links } from '../links.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Mark } from '../ui/Mark.tsx'
import { Menu } from '../ui/Menu.tsx'
import { t } from '../words/words.ts'
import { offers, sectionOf } from './menu.ts'
import { NewMenu } from './NewMenu.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { SettingsMenu } from './SettingsMenu.tsx'
import { commandKey } from '../ui/command-key.ts'
import styles from './Shell.module.css'

/** Mark and name, the four places, and on the right: search, new, settings, person. */
export const TopBar = ({ onSearch }: { readonly onSearch: () => void }) => {
  const data = bootstrap()
  const menu = data.common.menu_data?.menu ?? []
  const section = sectionOf(useLocation().pathname)
  const isAnonymous = data.user.isAnonymous === true

  const places = [
    { key: 'dashboards' as const, name: 'Dashboards', label: t('shell.dashboards'), to: links.dashboards() },
    { key: 'charts' as const, name: 'Charts', label: t('shell.charts'), to: links.charts() },
    { key: 'datasets' as const, name: 'Datasets', label: t('shell.datasets'), to: links.datasets() },
  ].filter((place) => offers(menu, place.name))
  const sqlPlaces = [
    { key: 'editor', name: 'SQL Editor', label: t('shell.sqlEditor'), to: links.sql() },
    { key: 'saved', name: 'Saved Queries', label: t('shell.savedQueries'), to: links.savedQueries() },
    { key: 'history', name: 'Query Search', label: t('shell.queryHistory'), to: links.queryHistory() },
  ].filter((place) => offers(menu, place.name))

  return (
    <header className={styles.bar}>
      {!isAnonymous && (
        <span className={styles.compact}>
          <Menu
            label={t('shell.menu')}
            items={[...places.map(({ key, label, to }) => ({ key, label, to })), 'divider', ...sqlPlaces.map(({ key, label, to }) => ({ key, label, to }))]}
            trigger={(props) => <IconButton {...props} label={t('shell.menu')} icon={<MenuGlyph size={16} />} />}
          />
        </span>
      )}
      <Link to={links.home()} className={styles.brand}>
        <Mark size={20} />
        {t('app.name')}
      </Link>
      <nav className={styles.nav} aria-label={t('shell.mainNav')}>
        {places.map((place) => (
          <Link key={place.key} to={place.to} className={styles.navItem} aria-current={section === place.key ? 'page' : undefined}>
            {place.label}
          </Link>
        ))}
        {sqlPlaces.length > 0 && (
          <Menu
            label={t('shell.sql')}
            items={sqlPlaces.map(({ key, label, to }) => ({ key, label, to }))}
            trigger={(props) => (
              <button type="button" {...props} className={styles.navItem} aria-current={section === 'sql' ? 'page' : undefined}>
                {t('shell.sql')}
                <ChevronDown size={14} aria-hidden />
              </button>
            )}
          />
        )}
      </nav>
      <div className={styles.tools}>
        {isAnonymous ? (
          <Link to={links.signIn()} reloadDocument className={styles.navItem}>
            {t('shell.signIn')}
          </Link>
        ) : (
          <>
            <Button kind="quiet" className={styles.search} icon={<Search size={14} aria-hidden />} aria-keyshortcuts="Control+K Meta+K" onClick={onSearch}>
              <span className={styles.searchText}>{t('shell.searchHint')}</span>
              <span className={styles.keys} aria-hidden>
                <kbd className={styles.key}>{commandKey()}</kbd>
                <kbd className={styles.key}>K</kbd>
              </span>
            </Button>
            <NewMenu />
            <SettingsMenu />
            <PersonMenu />
          </>
        )}
      </div>
    </header>
  )
}
