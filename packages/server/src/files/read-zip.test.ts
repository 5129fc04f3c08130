import { expect, test } from 'vitest'
import { makeZip, type HostileEntry } from '../testing/hostile-zip.ts'
import { readZip } from './read-zip.ts'

const limits = { entries: 20_000, bytesPerFile: 4 * 2 ** 20, bytes: 64 * 2 ** 20, ratio: 200 }
const read = (archive: Buffer) => readZip(archive, limits, (name) => name.endsWith('.yaml'))
const plain: HostileEntry = { name: 'r/a.yaml', bytes: Buffer.from('a: 1\n') }
const contentOf = async (archive: Buffer) => (await read(archive)).map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])

test('archives in the rarer forms of the format are read: stored, packed, with a comment, of the large kind', async () => {
  const file = [['r/a.yaml', 'a: 1\n']]
  expect(await contentOf(makeZip([plain]))).toEqual(file)
  expect(await contentOf(makeZip([{ ...plain, isPacked: true }]))).toEqual(file)
  expect(await contentOf(makeZip([plain], { isLarge: true }))).toEqual(file)
  expect(await contentOf(makeZip([{ ...plain, isLarge: true }], { isLarge: true }))).toEqual(file)
  // A comment may look like the end of another archive.
  const trap = Buffer.concat([Buffer.from([0x50, 0x4b, 5, 6]), Buffer.alloc(20)])
  expect(await contentOf(makeZip([plain], { comment: trap }))).toEqual(file)
  expect(await contentOf(makeZip([{ ...plain, name: Buffer.from('r/\xe9.yaml', 'latin1') }]))).toEqual([['r/é.yaml', 'a: 1\n']])
  expect(await contentOf(makeZip([]))).toEqual([])
})

test('T3 what an archive says of its files is checked before it is believed', async () => {
  const refused = async (archive: Buffer, words: string) => expect(await read(archive).catch((error: Error) => error.message)).toBe(words)
  await refused(makeZip([{ ...plain, says: { checksum: 1 } }]), 'Found a damaged file')
  await refused(makeZip([{ ...plain, flags: 1 }]), 'Found an encrypted file')
  await refused(makeZip([{ ...plain, mode: 0o120777 }]), 'Found a link')
  await refused(makeZip([{ ...plain, says: { size: 4 } }]), 'Not a ZIP file')
  await refused(makeZip([{ ...plain, isPacked: true, says: { size: 4 } }]), 'Not a ZIP file')
  await refused(makeZip([{ ...plain, says: { packedSize: 2 ** 30 } }]), 'Not a ZIP file')
  await refused(makeZip([{ ...plain, says: { method: 12 } }]), 'Not a ZIP file')
  await refused(makeZip([plain], { count: 2 }), 'Not a ZIP file')
  // A count that fell over its own limit hides the rest of the files.
  await refused(makeZip([plain, { ...plain, name: 'r/b.yaml' }], { count: 1 }), 'Not a ZIP file')
  await refused(makeZip([plain], { isLarge: true, count: 100_000 }), 'Found more files than allowed')
  await refused(makeZip(Array.from({ length: 100_000 }, (_, index) => ({ ...plain, name: `r/${index}.yaml` }))), 'Found more files than allowed')
  await refused(makeZip([{ ...plain, isLarge: true, says: { size: 2 ** 50 } }]), 'Found file with size above allowed threshold')
  await refused(makeZip([{ ...plain, bytes: Buffer.alloc(200 * 2 ** 20), isPacked: true }]), 'Found file with size above allowed threshold')
  await refused(makeZip([{ ...plain, bytes: Buffer.alloc(2 ** 20), isPacked: true }]), 'Zip compress ratio above allowed threshold')
  const noise = Buffer.from(Array.from({ length: 400_000 }, (_, index) => (index * 7919) % 251))
  await refused(makeZip(Array.from({ length: 200 }, (_, index) => ({ name: `r/${index}.yaml`, bytes: noise }))), 'Found more data than allowed')
})

test('T3 an archive cut off anywhere is refused, and so is one with any byte changed, or it is read as it was', async () => {
  const whole = makeZip([plain, { ...plain, name: 'r/b.yaml', isPacked: true }], { isLarge: true })
  for (let length = 0; length < whole.length; length++)
    expect(await read(whole.subarray(0, length)).catch((error: Error) => error.constructor.name), `${length}`).toBe('ZipError')
  for (let place = 0; place < whole.length; place++) {
    const changed = Buffer.from(whole)
    changed[place] = changed[place]! ^ 0xff
    const outcome = await contentOf(changed).catch((error: Error) => error.constructor.name)
    if (outcome !== 'ZipError') for (const [, text] of outcome as string[][]) expect(text).toBe('a: 1\n')
  }
})
