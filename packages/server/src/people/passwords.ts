import { hash, verify } from '@node-rs/argon2'

// argon2id at OWASP's smallest recommended cost: 19 MiB, two passes. Runs off the main thread.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, options)

/** Somebody without a password, or nobody at all, costs as much as somebody with a wrong one, so that time tells nothing. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  dummy ??= hashPassword('no account has this password')
  const matches = await verify(stored ?? (await dummy), password)
  return stored !== null && matches
}

let dummy: Promise<string> | undefined

const shortestPassword = 8

/** null when the password will do. */
export const passwordFault = (password: string): string | null =>
  password.length < shortestPassword
    ? `Password must be at least ${shortestPassword} characters long.`
    : password.length > 1024
      ? 'Password must be at most 1024 characters long.'
      : null
