export { DashboardsPage } from './DashboardsPage.tsx'
