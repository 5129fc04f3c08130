import { lazy, Suspense } from 'react'
import { closeDatasetDialog, useDatasetRequest } from '../dataset-door.ts'

const EditDatasetDialog = lazy(async () => ({ default: (await import('../features/datasets/edit/index.ts')).EditDatasetDialog }))
const SaveDatasetDialog = lazy(async () => ({ default: (await import('../features/datasets/save/index.ts')).SaveDatasetDialog }))
const SwapDialog = lazy(async () => ({ default: (await import('../features/datasets/swap/index.ts')).SwapDialog }))

/** Shows a dataset's dialogs to whoever asks for them. */
export const DatasetHost = () => {
  const { request } = useDatasetRequest()
  return (
    <Suspense fallback={null}>
      {request?.kind === 'edit' && <EditDatasetDialog key={request.id} id={request.id} onSaved={request.onSaved} onClose={closeDatasetDialog} />}
      {request?.kind === 'save' && (
        <SaveDatasetDialog query={request.query} opensIn={request.opensIn} intro={request.intro} form={request.form} onClose={closeDatasetDialog} />
      )}
      {request?.kind === 'swap' && <SwapDialog onSwapped={request.onSwapped} onClose={closeDatasetDialog} />}
    </Suspense>
  )
}
