import type { UploadColumnType, UploadPreview } from '@sightline/contract'
import { uploadKinds } from '@sightline/core'
import { ChevronDown, CircleAlert, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { Menu } from '../../ui/Menu.tsx'
import type { MenuEntry } from '../../ui/Menu.tsx'
import { KindGlyph } from '../../viz/KindGlyph.tsx'
import { t, tCount } from '../../words/words.ts'
import { withSkipped, withType } from './read-form.ts'
import type { ReadForm } from './read-form.ts'
import styles from './Uploads.module.css'

const types: readonly UploadColumnType[] = ['integer', 'decimal', 'double', 'string', 'boolean', 'date', 'timestamp']

/** So many columns are drawn at a time: a file may have thousands. */
const step = 40
const mostRows = 20

export interface PreviewGridProps {
  readonly preview: UploadPreview
  readonly form: ReadForm
  readonly canRetype: boolean
  readonly isStale: boolean
  readonly fault: string | undefined
  readonly onChange: (form: ReadForm) => void
}

/** The first rows as they will be, with the type of every column in its head: there it is changed, or the column skipped. */
export const PreviewGrid = ({ preview, form, canRetype, isStale, fault, onChange }: PreviewGridProps) => {
  const [most, setMost] = useState(step)
  const columns = preview.columns.slice(0, most)
  const hidden = preview.columns.length - columns.length
  const rows = preview.rows.slice(0, mostRows)
  return (
    <div className={styles.section}>
      <div className={styles.previewHead}>
        <h3 className={styles.sectionTitle}>{t('uploads.preview')}</h3>
        <span className={styles.hint}>{rows.length > 0 && tCount('uploads.previewRows', rows.length)}</span>
      </div>
      <div className={joinClasses(styles.scroller, isStale && styles.stale)} tabIndex={0} role="region" aria-label={t('uploads.preview')} aria-busy={isStale}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.name} scope="col" className={form.skipped.includes(column.name) ? styles.skipped : undefined}>
                  <span className={styles.columnName}>{column.name}</span>
                  <TypeMenu name={column.name} type={column.type} form={form} canRetype={canRetype} onChange={onChange} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {columns.map((column, at) => {
                  const value = row[at]
                  return (
                    <td
                      key={column.name}
                      className={joinClasses(uploadKinds[column.type] === 'numeric' && styles.end, form.skipped.includes(column.name) && styles.skipped)}
                    >
                      {value === null || value === undefined ? <span className={styles.null}>NULL</span> : String(value)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 && <p className={styles.hint}>{t('uploads.noRows')}</p>}
      {fault !== undefined && (
        <p role="alert" className={styles.fault}>
          <CircleAlert size={14} aria-hidden />
          {fault}
        </p>
      )}
      {hidden > 0 && (
        <div>
          <Button onClick={() => setMost(most + step)}>{tCount('uploads.moreColumns', Math.min(step, hidden))}</Button>
        </div>
      )}
    </div>
  )
}

interface TypeMenuProps {
  readonly name: string
  readonly type: UploadColumnType
  readonly form: ReadForm
  readonly canRetype: boolean
  readonly onChange: (form: ReadForm) => void
}

const TypeMenu = ({ name, type, form, canRetype, onChange }: TypeMenuProps) => {
  const isSkipped = form.skipped.includes(name)
  const label = isSkipped ? t('uploads.skippedColumn') : t(`uploads.type.${type}`)
  const choices: readonly MenuEntry[] = canRetype
    ? [
        ...types.map((one) => ({
          key: one,
          label: t(`uploads.type.${one}`),
          isChecked: !isSkipped && one === type,
          // The found type is only known while nothing was chosen: a choice that equals what is shown stays a choice.
          onSelect: () => onChange(withSkipped(withType(form, name, one, name in form.types ? undefined : type), name, false)),
        })),
        'divider' as const,
      ]
    : []
  return (
    <Menu
      label={t('uploads.typeOf', { column: name, type: label })}
      items={[
        ...choices,
        {
          key: 'skip',
          label: isSkipped ? t('uploads.keepColumn') : t('uploads.skipColumn'),
          icon: <EyeOff size={14} />,
          onSelect: () => onChange(withSkipped(form, name, !isSkipped)),
        },
      ]}
      trigger={(props) => (
        <button type="button" {...props} aria-label={t('uploads.typeOf', { column: name, type: label })} className={styles.type}>
          {isSkipped ? <EyeOff size={12} aria-hidden /> : <KindGlyph kind={uploadKinds[type]} size={12} />}
          <span className={styles.typeName}>{label}</span>
          <ChevronDown size={12} aria-hidden />
        </button>
      )}
    />
  )
}
