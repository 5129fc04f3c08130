export { QueryHistoryPage } from './QueryHistoryPage.tsx'
export { SavedQueriesPage } from './SavedQueriesPage.tsx'
