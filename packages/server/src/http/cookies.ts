import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { newSessionKey } from '../people/sessions.ts'

const sessionCookie = 'session'

/** 32 random bytes; anything else was not made here and is worth no look into the store. */
const looksLikeKey = /^[A-Za-z0-9_-]{43}$/

export const sessionKeyOf = (request: FastifyRequest): string | undefined => {
  const value = request.cookies[sessionCookie]
  return value !== undefined && looksLikeKey.test(value) ? value : undefined
}

const placeOf = ({ cookieDomain }: Config) => ({ path: '/', ...(cookieDomain === '' ? {} : { domain: cookieDomain }) })

export function setSessionKey(reply: FastifyReply, config: Config, key: string): void {
  const lasting = { httpOnly: true, sameSite: 'lax', secure: config.secureCookies, maxAge: config.sessionDays * 86_400 } as const
  reply.setCookie(sessionCookie, key, { ...placeOf(config), ...lasting })
}

export function clearSessionKey(reply: FastifyReply, config: Config): void {
  reply.clearCookie(sessionCookie, placeOf(config))
}

/** The browser's key, or a new one that it is told to keep. Nothing is stored until somebody signs in. */
export function ensureSessionKey(request: FastifyRequest, reply: FastifyReply, config: Config): string {
  const there = sessionKeyOf(request)
  if (there) return there
  const key = newSessionKey()
  setSessionKey(reply, config, key)
  return key
}

/** Short messages that outlive one redirect. Only these can be shown, so the cookie needs no signature. */
const flashes = {
  'access-denied': ['danger', 'Access is Denied'],
  'invalid-login': ['warning', 'Invalid login. Please try again.'],
  'too-many-attempts': ['warning', 'Too many failed attempts. Please wait a minute and try again.'],
  'data-imported': ['info', 'Data imported'],
  'link-used': ['warning', 'This sign-in link was used already or is too old. Start the server again for a new one.'],
} as const satisfies Record<string, readonly [category: string, text: string]>

export type Flash = keyof typeof flashes

export function setFlash(reply: FastifyReply, flash: Flash): void {
  reply.setCookie('flash', flash, { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 60 })
}

export function takeFlashes(request: FastifyRequest, reply: FastifyReply): (readonly [string, string])[] {
  const value = request.cookies['flash']
  if (value === undefined) return []
  reply.clearCookie('flash', { path: '/' })
  return Object.hasOwn(flashes, value) ? [flashes[value as Flash]] : []
}
