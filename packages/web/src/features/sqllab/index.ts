import './words.ts'

export { SqlPage } from './SqlPage.tsx'
