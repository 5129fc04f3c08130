import './words.ts'

export { DatabasesPage } from './DatabasesPage.tsx'
