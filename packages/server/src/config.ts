import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { featureFlags, type FeatureFlag } from '@sightline/contract'
import { isTimeZone } from '@sightline/core'
import { readAllowedPlace } from './http-out/address-rules.ts'
import { settings, type Setting } from './settings.ts'

type Value<S extends Setting> = S['type'] extends 'text'
  ? string
  : S['type'] extends 'number'
    ? number
    : S['type'] extends 'flag'
      ? boolean
      : S['type'] extends 'json'
        ? Readonly<Record<string, unknown>>
        : readonly string[]

/** Everything an operator can set, in one place; the only reader of the environment. */
export type Config = { readonly [Name in keyof typeof settings]: Value<(typeof settings)[Name]> } & {
  readonly featureFlags: Readonly<Record<FeatureFlag, boolean>>
}

/** What an operator must read: the program ends with its text and without a stack. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

/** The environment wins over the file named by `SIGHTLINE_CONFIG`, which wins over the defaults. */
export function loadConfig(env: Environment): Config {
  const file = readFile(env['SIGHTLINE_CONFIG'])
  const given: Environment = { ...env, SIGHTLINE_PORT: env['SIGHTLINE_PORT'] ?? env['PORT'], SIGHTLINE_HOST: env['SIGHTLINE_HOST'] ?? env['HOST'] }
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(settings) as [string, Setting][]) values[name] = valueOf(setting, given[setting.env] ?? file[setting.env])
  refuseStrangers(file)
  const config = { ...values, featureFlags: flagsOf(given, file) } as unknown as Config
  refuseBadHosts(config)
  if (!/^[a-z][a-z\d-]*$/i.test(config.guestTokenHeader))
    throw new ConfigError(`${settings.guestTokenHeader.env} takes a name such as X-GuestToken; ${JSON.stringify(config.guestTokenHeader)} is none.`)
  if (!isTimeZone(config.timeZone))
    throw new ConfigError(`${settings.timeZone.env} takes a name such as Europe/Berlin; ${JSON.stringify(config.timeZone)} is none.`)
  const dataFolder = resolve(config.dataFolder)
  return { ...config, dataFolder, store: config.store || join(dataFolder, 'metadata.db') }
}

/** They are written into headers that decide who may ask: nothing but plain host names. */
function refuseBadHosts({ webserverDomains, cookieDomain, fetchHosts }: Config): void {
  const bad = webserverDomains.find((host) => !/^[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?$/i.test(host))
  if (bad !== undefined)
    throw new ConfigError(`${settings.webserverDomains.env} takes host names such as charts-1.example.org or localhost:8088; ${JSON.stringify(bad)} is none.`)
  const place = fetchHosts.find((entry) => readAllowedPlace(entry) === null)
  if (place !== undefined)
    throw new ConfigError(`${settings.fetchHosts.env} takes hosts, addresses and networks such as 10.0.0.0/8; ${JSON.stringify(place)} is none.`)
  if (!/^([a-z\d]([a-z\d.-]*[a-z\d])?)?$/i.test(cookieDomain))
    throw new ConfigError(`${settings.cookieDomain.env} takes a domain such as example.org; ${JSON.stringify(cookieDomain)} is none.`)
}

const flagPrefix = 'SIGHTLINE_FEATURE_'

function flagsOf(env: Environment, file: Readonly<Record<string, unknown>>): Record<FeatureFlag, boolean> {
  const unknown = [...Object.keys(env), ...Object.keys(file)].find((name) => name.startsWith(flagPrefix) && !(name.slice(flagPrefix.length) in featureFlags))
  if (unknown) throw new ConfigError(`${unknown} is set, but there is no feature of that name.`)
  const entries = (Object.keys(featureFlags) as FeatureFlag[]).map((name) => {
    const env_ = `${flagPrefix}${name}`
    return [name, valueOf({ type: 'flag', env: env_, standard: featureFlags[name].on, text: '' }, env[env_] ?? file[env_])] as const
  })
  return Object.fromEntries(entries) as Record<FeatureFlag, boolean>
}

function valueOf(setting: Setting, given: unknown): unknown {
  if (given === undefined || given === '') return setting.standard
  switch (setting.type) {
    case 'text':
      if (typeof given === 'string') return given
      break
    case 'number': {
      const value = typeof given === 'number' ? given : typeof given === 'string' && /^-?\d+$/.test(given.trim()) ? Number(given) : Number.NaN
      if (Number.isSafeInteger(value) && value >= setting.least) return value
      throw new ConfigError(`${setting.env} must be a whole number, at least ${setting.least}; it is ${JSON.stringify(given)}.`)
    }
    case 'flag': {
      const word = String(given).trim().toLowerCase()
      if (['true', '1', 'yes', 'on'].includes(word)) return true
      if (['false', '0', 'no', 'off'].includes(word)) return false
      throw new ConfigError(`${setting.env} must be true or false; it is ${JSON.stringify(given)}.`)
    }
    case 'json': {
      const value = typeof given === 'string' ? parsed(setting.env, given) : given
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
      throw new ConfigError(`${setting.env} must be one JSON object.`)
    }
    case 'list':
      if (Array.isArray(given) && given.every((item) => typeof item === 'string')) return given
      if (typeof given === 'string')
        return given
          .split(',')
          .map((item) => item.trim())
          .filter(Boolean)
  }
  throw new ConfigError(`${setting.env} has the wrong type: ${JSON.stringify(given)}.`)
}

function parsed(env: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ConfigError(`${env} cannot be read as JSON (${error instanceof Error ? error.message : String(error)}).`)
  }
}

function readFile(path: string | undefined): Readonly<Record<string, unknown>> {
  if (!path) return {}
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (error) {
    throw new ConfigError(`SIGHTLINE_CONFIG: ${path} cannot be read as JSON (${error instanceof Error ? error.message : String(error)}).`)
  }
  throw new ConfigError(`SIGHTLINE_CONFIG: ${path} must hold one JSON object of setting names and values.`)
}

function refuseStrangers(file: Readonly<Record<string, unknown>>): void {
  const known = new Set(Object.values(settings).map(({ env }): string => env))
  const stranger = Object.keys(file).find((name) => !known.has(name) && !name.startsWith(flagPrefix))
  if (stranger) throw new ConfigError(`SIGHTLINE_CONFIG: there is no setting ${stranger}.`)
}
