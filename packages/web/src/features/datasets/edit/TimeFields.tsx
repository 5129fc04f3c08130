import { useMemo } from 'react'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { t } from '../../../words/words.ts'
import type { DatasetEditor } from './editor.ts'

interface TimeFieldsProps {
  readonly editor: DatasetEditor
  readonly grains: readonly (readonly [string | null, string])[]
  /** Undefined while the text of it is not JSON. */
  readonly extra: Readonly<Record<string, unknown>> | undefined
  readonly onExtra: (members: Readonly<Record<string, unknown>>) => void
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** How the dataset tells time: its column, its grain, its zone. */
export const TimeFields = ({ editor, grains, extra, onExtra }: TimeFieldsProps) => {
  const { draft, set } = editor
  const zones = useMemo(() => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({ value: zone, label: zone })), [])
  const temporal = [...draft.columns, ...draft.calculated].filter(({ is_dttm }) => is_dttm)
  const zone = textOf(extra?.['time_zone'])
  const grain = textOf(extra?.['default_time_grain'])
  return (
    <>
      <Field label={t('editDataset.defaultTime')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('editDataset.defaultTime')}
            isClearable
            options={temporal.map(({ column_name: name }) => ({ value: name, label: name }))}
            value={draft.main_dttm_col ?? undefined}
            onChange={(name) => set({ main_dttm_col: name ?? null })}
          />
        )}
      </Field>
      <Field label={t('editDataset.grain')} hint={t('editDataset.grainHint')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('editDataset.grain')}
            placeholder={t('editDataset.grainNone')}
            isClearable
            isDisabled={extra === undefined}
            options={grains.flatMap(([value, label]) => (value === null ? [] : [{ value, label }]))}
            value={grain}
            onChange={(value) => onExtra({ default_time_grain: value })}
          />
        )}
      </Field>
      <Field label={t('editDataset.timeZone')} hint={t('editDataset.timeZoneHint')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('editDataset.timeZone')}
            placeholder={t('editDataset.timeZoneServer')}
            isClearable
            isDisabled={extra === undefined}
            options={zones}
            value={zone}
            onChange={(value) => onExtra({ time_zone: value })}
          />
        )}
      </Field>
    </>
  )
}
