import { expect, test } from 'vitest'
import { isAllowedPlace, isPublicAddress, readAllowedPlace } from './address-rules.ts'

test('T18 what is not the internet is closed, in every form of writing', () => {
  const four =
    '127.0.0.1 127.8.8.8 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.0.1 169.254.169.254 100.64.0.1 100.100.100.200 192.0.0.192 198.18.0.1 224.0.0.1 255.255.255.255'
  const inside = '::ffff:127.0.0.1 ::ffff:7f00:1 0:0:0:0:0:ffff:a00:1 ::127.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1::'
  const six = ':: ::1 fe80::1 fe80::1%eth0 fc00::1 fd00:ec2::254 fec0::1 ff02::1 2001::1 2001:db8::1 100::1 3fff::1'
  const closed = [four, inside, six, 'localhost 1.2.3'].flatMap((list) => list.split(' '))
  expect(closed.filter(isPublicAddress)).toEqual([])
})

test('T18 the internet is open', () => {
  const open = ['8.8.8.8', '172.32.0.1', '172.15.0.1', '100.128.0.1', '::ffff:8.8.8.8', '2606:4700::1111', '2a00:1450:4001:800::200e']
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([])
})

test('places are allowed by name, by name and port, by address and by network', () => {
  const asked = { host: 'warehouse.internal', port: 8088, address: '10.1.2.3' }
  const allows = (entry: string, more: Partial<typeof asked> = {}) => isAllowedPlace([readAllowedPlace(entry)!], { ...asked, ...more })
  expect(['warehouse.internal', 'Warehouse.Internal:8088', '10.0.0.0/8', '10.1.2.3/32'].map((entry) => allows(entry))).toEqual([true, true, true, true])
  expect(['warehouse.internal:80', 'internal', '10.1.0.0/24', '10.1.2.3', 'fd00::/8'].map((entry) => allows(entry))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
  expect(allows('10.1.2.3', { host: '10.1.2.3' })).toBe(true)
  expect(allows('[fd00::1]:8088', { host: 'fd00::1', address: 'fd00::1' })).toBe(true)
  expect(allows('10.0.0.0/8', { host: '::ffff:a01:203', address: '::ffff:a01:203' })).toBe(true)
  expect(['', 'http://a', 'a b', '10.0.0.0/40', 'a:b:c', '*'].map(readAllowedPlace)).toEqual([null, null, null, null, null, null])
})
