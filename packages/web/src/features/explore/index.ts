export { ExplorePage } from './ExplorePage.tsx'
export { NewChartPage } from './NewChartPage.tsx'
