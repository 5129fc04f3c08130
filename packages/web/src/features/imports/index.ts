import './words.ts'

export { ImportDialog } from './ImportDialog.tsx'
