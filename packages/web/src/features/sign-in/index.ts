export { PasswordPage } from './PasswordPage.tsx'
export { SignInPage } from './SignInPage.tsx'
