import './words.ts'

export { RowRulesPage } from './RowRulesPage.tsx'
