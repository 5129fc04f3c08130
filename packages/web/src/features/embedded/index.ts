export { EmbeddedPage } from './EmbeddedPage.tsx'
export { startSession } from './session.ts'
