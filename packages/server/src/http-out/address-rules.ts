import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

// T18: which addresses of the network this server may be sent to by somebody's words. Pure.

/** Networks that are not the internet: this machine, the house it stands in, its cloud's metadata, and what is reserved. */
const closedV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** Of IPv6 only `2000::/3` is the internet, and in it these parts carry other addresses inside or are for examples. */
const openV6 = '2000::/3'
const closedV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const listOf = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address, bits] = network.split('/') as [string, string]
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6')
  }
  return list
}
const closedFour = listOf(closedV4)
const openSix = listOf([openV6])
const closedSix = listOf(closedV6)

/** The IPv4 address inside `::ffff:a.b.c.d`, however it is written; null for others. */
function mappedAddress(address: string): string | null {
  if (!isIPv6(address)) return null
  const plain = new URL(`http://[${address.split('%')[0]}]/`).hostname.slice(1, -1)
  const found = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(plain)
  if (!found) return null
  const [high, low] = [Number.parseInt(found[1]!, 16), Number.parseInt(found[2]!, 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Whether an address is on the internet, and not in some house. */
export function isPublicAddress(address: string): boolean {
  const plain = mappedAddress(address) ?? address
  if (isIPv4(plain)) return !closedFour.check(plain, 'ipv4')
  return isIPv6(plain) && !plain.includes('%') && openSix.check(plain, 'ipv6') && !closedSix.check(plain, 'ipv6')
}

/** One entry of a list of places that may be reached although they are not public. */
interface AllowedPlace {
  readonly network: BlockList | null
  readonly host: string | null
  readonly port: number | null
}

/** `10.0.0.0/8`, `192.168.1.7`, `warehouse.internal`, `warehouse.internal:8088`, `[fd00::1]:8088`; null for what is none of these. */
export function readAllowedPlace(text: string): AllowedPlace | null {
  const entry = text.trim().toLowerCase()
  const network = /^([\d.]+|[\da-f:.]+)\/(\d{1,3})$/.exec(entry)
  if (network) {
    const [, address, bits] = network as unknown as [string, string, string]
    if (!isIP(address) || Number(bits) > (isIPv4(address) ? 32 : 128)) return null
    return { network: listOf([`${address}/${bits}`]), host: null, port: null }
  }
  if (isIP(entry)) return { network: null, host: entry, port: null }
  const place = /^(\[[\da-f:.]+\]|[a-z\d_]([a-z\d._-]*[a-z\d])?)(?::(\d{1,5}))?$/.exec(entry)
  if (!place) return null
  const host = place[1]!.replace(/^\[|\]$/g, '')
  if (place[1]!.startsWith('[') && !isIPv6(host)) return null
  return { network: null, host, port: place[3] === undefined ? null : Number(place[3]) }
}

/** Whether the place of an address that is not public was allowed: by the name that was asked for, or by the network it lies in. */
export function isAllowedPlace(allowed: readonly AllowedPlace[], asked: { readonly host: string; readonly port: number; readonly address: string }): boolean {
  const address = mappedAddress(asked.address) ?? asked.address
  return allowed.some(({ network, host, port }) =>
    network ? network.check(address, isIPv4(address) ? 'ipv4' : 'ipv6') : host === asked.host.toLowerCase() && (port === null || port === asked.port),
  )
}
