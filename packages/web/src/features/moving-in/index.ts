import './words.ts'

export { MovePage } from './MovePage.tsx'
export { MovingInPage } from './MovingInPage.tsx'
