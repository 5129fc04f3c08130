import { fail, ok, type Result } from '@sightline/core'

/** A single address, or the first and last of a network, as the whole numbers they are kept as. */
export type AddressValue = number | bigint | { readonly start: number | bigint; readonly end: number | bigint }

const refuse = (message: string) => fail({ code: 'GENERIC_COMMAND_ERROR' as const, message })

/** `192.168.0.1` → 3232235521; `10.0.0.0/8` → its first and last address; a whole number is an address already. */
export function readInternetAddress(text: string): Result<AddressValue> {
  const unknown = refuse(`'${text}' does not appear to be an IPv4 or IPv6 network`)
  if (/^\d{1,39}$/.test(text)) {
    const number = BigInt(text)
    return number < 1n << 128n ? ok(plain(number)) : refuse(`${text} does not appear to be an IPv4 or IPv6 network`)
  }
  const [address = '', length, ...rest] = text.split('/')
  if (rest.length > 0) return unknown
  const isFour = /^\d{1,3}(\.\d{1,3}){3}$/.test(address)
  const bits = isFour ? 32 : 128
  const start = isFour ? readFour(address) : readSix(address)
  if (start === null) return unknown
  const prefix = length === undefined ? bits : prefixOf(length, isFour)
  if (prefix === null || prefix > bits) return unknown
  const hosts = (1n << BigInt(bits - prefix)) - 1n
  if ((start & hosts) !== 0n) return refuse(`${text} has host bits set`)
  return ok(hosts === 0n ? plain(start) : { start: plain(start), end: plain(start + hosts) })
}

const plain = (number: bigint): number | bigint => (number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : number)

function readFour(text: string): bigint | null {
  const parts = text.split('.')
  if (parts.some((part) => Number(part) > 255 || (part.length > 1 && part.startsWith('0')))) return null
  return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
}

function readSix(text: string): bigint | null {
  const [head = '', tail, ...rest] = text.split('::')
  if (rest.length > 0) return null
  const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const [left, right] = [groupsOf(head), groupsOf(tail ?? '')]
  // An old address may stand at the end: it takes the place of two groups.
  const last = (tail === undefined ? left : right).at(-1)
  if (last?.includes('.')) {
    const four = /^\d{1,3}(\.\d{1,3}){3}$/.test(last) ? readFour(last) : null
    if (four === null) return null
    ;(tail === undefined ? left : right).splice(-1, 1, (four >> 16n).toString(16), (four & 0xffffn).toString(16))
  }
  const missing = 8 - left.length - right.length
  if (tail === undefined ? missing !== 0 : missing < 1) return null
  const groups = [...left, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...right]
  if (groups.some((group) => !/^[0-9a-f]{1,4}$/i.test(group))) return null
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

/** The length of the network's part, in digits or, as old networks have it, as a mask. */
function prefixOf(text: string, isFour: boolean): number | null {
  if (/^\d{1,3}$/.test(text)) return Number(text)
  const mask = isFour && /^\d{1,3}(\.\d{1,3}){3}$/.test(text) ? readFour(text) : null
  if (mask === null) return null
  const bits = mask.toString(2).padStart(32, '0')
  return /^1*0*$/.test(bits) ? bits.replace(/0/g, '').length : null
}
