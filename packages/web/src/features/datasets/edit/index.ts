import '../dialog-words.ts'

export { EditDatasetDialog } from './EditDatasetDialog.tsx'
