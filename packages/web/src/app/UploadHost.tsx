import { FileUp } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { openImport } from '../import-door.ts'
import { closeUpload, mayUpload, openUpload, useUploadRequest } from '../upload-door.ts'
import { t } from '../words/words.ts'
import { isFileDrag } from './file-drag.ts'
import { bundleAmong, dropKindOf, importPlaceOf } from './import-place.ts'
import type { DropKind } from './import-place.ts'
import styles from './Shell.module.css'

const UploadDialog = lazy(async () => ({ default: (await import('../features/uploads/index.ts')).UploadDialog }))

/** Shows the upload dialog to whoever asks for it, and takes files that are dropped anywhere on the page: bundles on the lists they are of. */
export const UploadHost = () => {
  const { request } = useUploadRequest()
  const [over, setOver] = useState<DropKind>()
  const [search, setSearch] = useSearchParams()
  const place = importPlaceOf(useLocation().pathname)
  const isAsked = search.get('show_upload_modal') === 'true'

  useEffect(() => {
    if (!isAsked) return
    if (mayUpload()) openUpload()
    setSearch(
      (now) => {
        now.delete('show_upload_modal')
        return now
      },
      { replace: true },
    )
  }, [isAsked, setSearch])

  useEffect(() => {
    if (!mayUpload() && place === undefined) return undefined
    // Entering an element and leaving the one around it come in pairs; the file is gone when there are none left.
    let depth = 0
    // A dialog, or a page with a place of its own for files, takes them itself.
    const isTaken = (event: DragEvent): boolean => isFileDrag(event.dataTransfer?.types) && document.querySelector('dialog[open], [data-takes-files]') === null
    const end = (): void => {
      depth = 0
      setOver(undefined)
    }
    const onEnter = (event: DragEvent): void => {
      if (!isTaken(event)) return
      depth += 1
      const types = [...(event.dataTransfer?.items ?? [])].map(({ type }) => type)
      setOver(dropKindOf(types, place, mayUpload()))
    }
    const onLeave = (event: DragEvent): void => {
      if (!isTaken(event)) return
      depth -= 1
      if (depth <= 0) end()
    }
    const onOver = (event: DragEvent): void => {
      // A file that misses its place must not take the page away, not even beside a dialog.
      if (!isFileDrag(event.dataTransfer?.types)) return
      event.preventDefault()
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy'
    }
    const onDrop = (event: DragEvent): void => {
      if (!isFileDrag(event.dataTransfer?.types)) return
      event.preventDefault()
      const isOurs = isTaken(event)
      end()
      if (!isOurs) return
      event.stopPropagation()
      const files = [...(event.dataTransfer?.files ?? [])]
      const bundle = bundleAmong(files)
      if (place !== undefined && (bundle !== undefined || !mayUpload())) openImport(place, bundle)
      else if (files.length > 0) openUpload(files)
    }
    const listen = { capture: true }
    addEventListener('dragenter', onEnter, listen)
    addEventListener('dragleave', onLeave, listen)
    addEventListener('dragover', onOver)
    addEventListener('drop', onDrop, listen)
    return () => {
      removeEventListener('dragenter', onEnter, listen)
      removeEventListener('dragleave', onLeave, listen)
      removeEventListener('dragover', onOver)
      removeEventListener('drop', onDrop, listen)
    }
  }, [place])

  return (
    <>
      {over !== undefined && (
        <div className={styles.dropTarget} aria-hidden>
          <div className={styles.dropFrame}>
            <div className={styles.dropCard}>
              <FileUp size={24} />
              <p className={styles.dropTitle}>{t(`shell.drop.${over}`)}</p>
              <p>{t(`shell.drop.${over}Text`)}</p>
            </div>
          </div>
        </div>
      )}
      {request !== undefined && (
        <Suspense fallback={null}>
          <UploadDialog files={request.files} onClose={closeUpload} />
        </Suspense>
      )}
    </>
  )
}
