export { AddDatasetPage } from './AddDatasetPage.tsx'
export { DatasetsPage } from './DatasetsPage.tsx'
