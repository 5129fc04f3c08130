import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'

/** Random keys made at the first start and kept in the data folder, mode 0600. */
export interface Secrets {
  /** Signs tokens. */
  readonly signingKey: Uint8Array
  encrypt(text: string): string
  decrypt(text: string): string
}

const length = 32

/** Values from documentation, compose files and tutorials: whoever knows them could sign tokens. */
const knownDefaults = new Set([
  'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET',
  'changeme',
  'secret',
  'TEST_NON_DEV_SECRET',
  'thisISaSECRET_1234',
  'YOUR_OWN_RANDOM_GENERATED_SECRET_KEY',
])

/** Reads the keys, or makes them when the folder has none. */
export function openSecrets(dataFolder: string): Secrets {
  const path = join(dataFolder, 'secrets.json')
  const found = readKeys(path)
  if (found) {
    chmodSync(path, 0o600)
    return secretsOf(found)
  }
  const made = { signing: randomBytes(length).toString('base64'), encryption: randomBytes(length).toString('base64') }
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  // Written beside and moved: a crash leaves either no secrets or whole ones.
  const draft = `${path}.${process.pid}`
  const file = openSync(draft, 'wx', 0o600)
  writeSync(file, `${JSON.stringify(made, null, 2)}\n`)
  fsyncSync(file)
  closeSync(file)
  renameSync(draft, path)
  return secretsOf(made)
}

interface Keys {
  readonly signing: string
  readonly encryption: string
}

function readKeys(path: string): Keys | null {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const value = parse(content) as Partial<Keys> | null
  for (const key of ['signing', 'encryption'] as const) {
    const text = value?.[key]
    if (typeof text !== 'string') throw new ConfigError(`${path} lacks the key "${key}".`)
    const bytes = Buffer.from(text, 'base64')
    const isKnown = knownDefaults.has(text) || knownDefaults.has(bytes.toString('utf8'))
    if (isKnown || bytes.length < length || new Set(bytes).size < 8)
      throw new ConfigError(
        `${path}: the key "${key}" is a known default or too short. Remove the file to have random keys made (stored passwords must then be entered again).`,
      )
  }
  return value as Keys
}

const parse = (content: string): unknown => {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}

function secretsOf({ signing, encryption }: Keys): Secrets {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(encryption, 'base64'), '', 'stored passwords', length))
  return {
    signingKey: Buffer.from(signing, 'base64'),
    encrypt: (text) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `v1:${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')}`
    },
    decrypt: (text) => {
      if (!text.startsWith('v1:')) throw new Error('This text was not encrypted here.')
      const bytes = Buffer.from(text.slice(3), 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
