import { readFile } from 'node:fs/promises'
import { ConfigError } from '../config.ts'
import type { MoveSecrets } from '../moving-in/move-in.ts'

const none: MoveSecrets = { passwords: {}, tunnelPasswords: {}, tunnelKeys: {}, tunnelKeyPasswords: {} }

/** The names that the form of an import has for them. */
const names = {
  passwords: 'passwords',
  ssh_tunnel_passwords: 'tunnelPasswords',
  ssh_tunnel_private_keys: 'tunnelKeys',
  ssh_tunnel_private_key_passwords: 'tunnelKeyPasswords',
} as const

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isTexts = (value: unknown): value is Record<string, string> => isRecord(value) && Object.values(value).every((one) => typeof one === 'string')

/** Secrets by path of the database's file; either passwords alone, or each kind under its name. */
export async function readSecretsFile(path: string | undefined): Promise<MoveSecrets> {
  if (path === undefined) return none
  let value: unknown
  try {
    value = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new ConfigError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (isTexts(value)) return { ...none, passwords: value }
  const entries = isRecord(value) ? Object.entries(value) : [['', null] as const]
  if (!entries.every(([name, one]) => Object.hasOwn(names, name) && isTexts(one)))
    throw new ConfigError(
      `${path} holds no secrets: it is JSON such as {"databases/Name.yaml": "password"}, or {"passwords": {…}} with ${Object.keys(names).slice(1).join(', ')}.`,
    )
  return { ...none, ...Object.fromEntries(entries.map(([name, one]) => [names[name as keyof typeof names], one])) }
}
