import { Database } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { links } from '../../../links.ts'
import { Select } from '../../../ui/Select.tsx'
import { t } from '../../../words/words.ts'
import { useLab } from '../lab/store.ts'
import styles from './SchemaBar.module.css'

/** Where the tab asks: the databases that may be asked from here. */
export const DatabasePicker = ({ value, onChange }: { readonly value: number | undefined; readonly onChange: (id: number) => void }) => {
  const databases = useLab((lab) => lab.databases)
  const options = useMemo(
    () =>
      Object.values(databases)
        .filter((one) => one.expose_in_sqllab)
        .toSorted((a, b) => a.database_name.localeCompare(b.database_name))
        .map(({ id, database_name: name, backend }) => ({
          value: id,
          label: name,
          icon: (
            <span className={styles.backend} title={backend}>
              <Database size={14} aria-hidden />
            </span>
          ),
        })),
    [databases],
  )
  return (
    <Select
      label={t('sqllab.database')}
      placeholder={t('sqllab.databasePlaceholder')}
      leading={<Database size={14} aria-hidden />}
      options={options}
      value={value}
      onChange={(next) => next !== undefined && next !== value && onChange(next)}
      nothing={(text) => (
        <span className={styles.nothing}>
          {t(text === '' ? 'sqllab.noDatabases' : 'sqlside.noDatabaseMatches')}
          <Link to={links.databases()}>{t('sqllab.manageDatabases')}</Link>
        </span>
      )}
    />
  )
}
