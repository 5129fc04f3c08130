import { useState } from 'react'
import { sayFetchFailure } from '../../../api/say-failure.ts'
import { Field } from '../../../ui/Field.tsx'
import { MultiSelect } from '../../../ui/Select.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import { t } from '../../../words/words.ts'
import type { DatasetDraft } from './draft.ts'
import { useOwnerChoices } from './queries.ts'

type Owners = DatasetDraft['owners']

/** Who may change the dataset. */
export const OwnersField = ({ owners, onChange }: { readonly owners: Owners; readonly onChange: (owners: Owners) => void }) => {
  const [search, setSearch] = useState('')
  const choices = useOwnerChoices(useSettled(search, 250))
  const found = (choices.data ?? []).map(({ value, text }) => ({ id: Number(value), name: text }))
  const all = [...owners, ...found.filter(({ id }) => !owners.some((owner) => owner.id === id))]
  return (
    <Field label={t('editDataset.owners')}>
      {(ids) => (
        <MultiSelect
          {...ids}
          label={t('editDataset.owners')}
          options={all.map(({ id, name }) => ({ value: id, label: name }))}
          isLoading={choices.isFetching}
          error={choices.isError ? sayFetchFailure(choices.error, t('data.users')) : undefined}
          value={owners.map(({ id }) => id)}
          onSearch={setSearch}
          onChange={(chosen) => onChange(all.filter(({ id }) => chosen.includes(id)))}
        />
      )}
    </Field>
  )
}
