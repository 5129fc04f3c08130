import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { t } from '../../words/words.ts'
import styles from './Databases.module.css'
import { isFileKind } from './file-address.ts'
import { KindGlyph } from './KindGlyph.tsx'
import type { Kind } from './wire.ts'

const other = 'other'

/** The first step: a card for each kind that is used most, a list for the rest. */
export const PickKind = ({ kinds, onPick }: { readonly kinds: readonly Kind[]; readonly onPick: (kind: Kind | undefined) => void }) => {
  const rest = kinds.filter((kind) => !kind.preferred)
  return (
    <>
      <ul className={styles.kinds}>
        {kinds
          .filter((kind) => kind.preferred)
          .map((kind, index) => (
            <li key={kind.engine}>
              <button type="button" className={styles.kind} data-autofocus={index === 0 || undefined} onClick={() => onPick(kind)}>
                <KindGlyph kind={kind} />
                <span className={styles.kindWords}>
                  <span className={styles.kindName}>{kind.name}</span>
                  <span className={styles.kindNote}>{isFileKind(kind) ? t('databases.kindFile') : t('databases.kindServer')}</span>
                </span>
              </button>
            </li>
          ))}
      </ul>
      <Field label={t('databases.supported')} hint={t('databases.pickHint')}>
        {(ids) => (
          <Select
            id={ids.id}
            aria-describedby={ids['aria-describedby']}
            size="md"
            label={t('databases.supported')}
            placeholder={t('databases.choose')}
            value={undefined}
            options={[...rest.map((kind) => ({ value: kind.engine, label: kind.name })), { value: other, label: t('databases.other') }]}
            onChange={(engine) => {
              if (engine !== undefined) onPick(kinds.find((kind) => kind.engine === engine))
            }}
          />
        )}
      </Field>
    </>
  )
}
