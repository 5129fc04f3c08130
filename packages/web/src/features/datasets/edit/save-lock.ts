import { t } from '../../../words/words.ts'

export interface SaveFacts {
  readonly isSaving: boolean
  readonly hasFaults: boolean
  readonly isManaged: boolean
  readonly isOwner: boolean
}

/** Whether a dataset can be saved now, and what a person is told where it cannot. */
export const judgeSave = ({ isSaving, hasFaults, isManaged, isOwner }: SaveFacts): { readonly isDisabled: boolean; readonly reason: string | undefined } => ({
  isDisabled: isSaving || hasFaults || isManaged || !isOwner,
  reason: isManaged ? t('editDataset.managed') : !isOwner ? t('explore.ownersOnly') : hasFaults ? t('editDataset.hasFaults') : undefined,
})
