export { SqlPage } from './SqlPage.tsx'
