import '../dialog-words.ts'

export { SaveDatasetDialog } from './SaveDatasetDialog.tsx'
