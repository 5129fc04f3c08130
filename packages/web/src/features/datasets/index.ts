import './page-words.ts'

export { AddDatasetPage } from './create/AddDatasetPage.tsx'
export { DatasetsPage } from './list/DatasetsPage.tsx'
