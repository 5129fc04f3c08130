import { t } from '../../../words/words.ts'
import { LongField, TextField } from './fields.tsx'
import type { Marks } from './marks.ts'

/** Who vouches for a thing, and what to beware of. */
export const MarkFields = ({ marks, onChange }: { readonly marks: Marks; readonly onChange: (marks: Partial<Marks>) => void }) => (
  <>
    <TextField
      label={t('editDataset.certifiedBy')}
      hint={t('editDataset.certifiedByHint')}
      value={marks.certifiedBy}
      onChange={(certifiedBy) => onChange({ certifiedBy })}
    />
    <TextField
      label={t('editDataset.certification')}
      value={marks.certificationDetails}
      onChange={(certificationDetails) => onChange({ certificationDetails })}
    />
    <LongField
      isWhole
      label={t('editDataset.warning')}
      hint={t('editDataset.warningHint')}
      value={marks.warning}
      onChange={(warning) => onChange({ warning })}
    />
  </>
)
