export { DatabasesPage } from './DatabasesPage.tsx'
