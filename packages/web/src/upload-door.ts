import { create } from 'zustand'
import { may } from './api/bootstrap.ts'

/** Files somebody wants to upload; none means that they are still to be chosen. */
export interface UploadRequest {
  readonly files: readonly File[]
}

/** Any page may ask for the upload dialog; the shell shows it. */
export const useUploadRequest = create<{ readonly request: UploadRequest | undefined }>(() => ({ request: undefined }))

export const openUpload = (files: readonly File[] = []): void => useUploadRequest.setState({ request: { files } })

export const closeUpload = (): void => useUploadRequest.setState({ request: undefined })

export const mayUpload = (): boolean => may('can_upload', 'Database')
