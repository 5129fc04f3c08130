export { RolesPage } from './RolesPage.tsx'
export { UsersPage } from './UsersPage.tsx'
