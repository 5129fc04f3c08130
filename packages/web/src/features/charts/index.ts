export { ChartsPage } from './ChartsPage.tsx'
