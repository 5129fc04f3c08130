import './words.ts'

export { UploadDialog } from './UploadDialog.tsx'
