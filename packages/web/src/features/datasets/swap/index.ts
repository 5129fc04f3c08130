import '../dialog-words.ts'

export { SwapDialog } from './SwapDialog.tsx'
