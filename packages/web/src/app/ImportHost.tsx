import { lazy, Suspense } from 'react'
import { closeImport, useImportRequest } from '../import-door.ts'

const ImportDialog = lazy(async () => ({ default: (await import('../features/imports/index.ts')).ImportDialog }))

/** Shows the import dialog to whichever list asks for it. */
export const ImportHost = () => {
  const { request } = useImportRequest()
  if (request === undefined) return null
  return (
    <Suspense fallback={null}>
      <ImportDialog resource={request.resource} file={request.file} onClose={closeImport} />
    </Suspense>
  )
}
