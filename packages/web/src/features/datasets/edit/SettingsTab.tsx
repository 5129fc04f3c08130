import { useMemo } from 'react'
import { t } from '../../../words/words.ts'
import styles from './Edit.module.css'
import type { DatasetEditor } from './editor.ts'
import { FlagField, LongField, TextField } from './fields.tsx'
import { faultAt } from './find-faults.ts'
import { readJsonObject, readMarks, withMembers, writeMarks } from './marks.ts'
import { MarkFields } from './MarkFields.tsx'
import { OwnersField } from './OwnersField.tsx'
import { TimeFields } from './TimeFields.tsx'

/** Everything about the dataset as a whole. */
export const SettingsTab = ({ editor, grains }: { readonly editor: DatasetEditor; readonly grains: readonly (readonly [string | null, string])[] }) => {
  const { draft, set, faults } = editor
  const fault = (field: string): string | undefined => faultAt(faults, 'settings', field)
  const extra = useMemo(() => readJsonObject(draft.extra), [draft.extra])
  const setExtra = (members: Readonly<Record<string, unknown>>): void => set({ extra: withMembers(draft.extra, members) ?? '' })
  const isBroken = extra === undefined
  return (
    <div className={styles.scroll}>
      <div className={styles.settings}>
        <section className={styles.group}>
          <h3 className={styles.groupTitle}>{t('editDataset.basic')}</h3>
          <LongField
            rows={3}
            label={t('editDataset.description')}
            hint={t('editDataset.descriptionHint')}
            value={draft.description}
            onChange={(description) => set({ description })}
          />
          <OwnersField owners={draft.owners} onChange={(owners) => set({ owners })} />
          <fieldset disabled={isBroken} className={styles.fieldset}>
            <MarkFields
              marks={readMarks(draft.extra)}
              onChange={(marks) => set({ extra: writeMarks(draft.extra, { ...readMarks(draft.extra), ...marks }) ?? '' })}
            />
          </fieldset>
          <TextField
            label={t('editDataset.defaultUrl')}
            hint={t('editDataset.defaultUrlHint')}
            inputMode="url"
            value={draft.default_endpoint}
            onChange={(default_endpoint) => set({ default_endpoint })}
          />
          <FlagField
            label={t('editDataset.autocomplete')}
            hint={t('editDataset.autocompleteHint')}
            isOn={draft.filter_select_enabled}
            onChange={(filter_select_enabled) => set({ filter_select_enabled })}
          />
          <LongField
            isCode
            rows={1}
            label={t('editDataset.predicate')}
            hint={t('editDataset.predicateHint')}
            error={fault('fetch_values_predicate')}
            value={draft.fetch_values_predicate}
            onChange={(fetch_values_predicate) => set({ fetch_values_predicate })}
          />
        </section>
        <section className={styles.group}>
          <h3 className={styles.groupTitle}>{t('editDataset.advanced')}</h3>
          <TimeFields editor={editor} grains={grains} extra={extra} onExtra={setExtra} />
          <TextField
            label={t('editDataset.cacheTimeout')}
            hint={t('editDataset.cacheTimeoutHint')}
            inputMode="numeric"
            error={fault('cache_timeout')}
            value={draft.cache_timeout}
            onChange={(cache_timeout) => set({ cache_timeout })}
          />
          <TextField
            label={t('editDataset.offset')}
            hint={t('editDataset.offsetHint')}
            inputMode="numeric"
            error={fault('offset')}
            value={draft.offset}
            onChange={(offset) => set({ offset })}
          />
          <LongField
            isCode
            label={t('editDataset.templateParams')}
            hint={t('editDataset.templateParamsHint')}
            error={fault('template_params')}
            value={draft.template_params}
            onChange={(template_params) => set({ template_params })}
          />
          <FlagField
            label={t('editDataset.normalize')}
            hint={t('editDataset.normalizeHint')}
            isOn={draft.normalize_columns}
            onChange={(normalize_columns) => set({ normalize_columns })}
          />
          <FlagField
            label={t('editDataset.alwaysFilter')}
            hint={t('editDataset.alwaysFilterHint')}
            isOn={draft.always_filter_main_dttm}
            onChange={(always_filter_main_dttm) => set({ always_filter_main_dttm })}
          />
          <FlagField
            label={t('editDataset.savedOnly')}
            hint={t('editDataset.savedOnlyHint')}
            isDisabled={isBroken}
            isOn={extra?.['disallow_adhoc_metrics'] === true}
            onChange={(isOn) => setExtra({ disallow_adhoc_metrics: isOn })}
          />
          <LongField
            isCode
            rows={4}
            label={t('editDataset.extra')}
            hint={t('editDataset.extraHint')}
            error={fault('extra')}
            value={draft.extra}
            onChange={(text) => set({ extra: text })}
          />
        </section>
      </div>
    </div>
  )
}
