import { ChevronDown } from 'lucide-react'
import { confNumber } from '../../../api/bootstrap.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu, type MenuEntry } from '../../../ui/Menu.tsx'
import { t } from '../../../words/words.ts'
import { edit } from '../lab/tab-commands.ts'
import { limitChoices, printLimit } from './limits.ts'
import styles from './toolbar.module.css'

export const limitEntries = (tabId: string, limit: number): MenuEntry[] =>
  limitChoices(confNumber('SQL_MAX_ROW', 100_000)).map((choice) => ({
    key: `limit-${choice}`,
    label: printLimit(choice),
    isChecked: choice === limit,
    onSelect: () => edit(tabId, { queryLimit: choice }),
  }))

export const LimitMenu = ({ tabId, limit }: { readonly tabId: string; readonly limit: number }) => (
  <Menu
    label={t('sqllab.limitMenu')}
    items={limitEntries(tabId, limit)}
    trigger={(props) => (
      <Button {...props}>
        {t('sqllab.limit')} <b className={styles.number}>{printLimit(limit)}</b>
        <ChevronDown size={14} aria-hidden />
      </Button>
    )}
  />
)
