import { expect, test } from 'vitest'
import { joinUri, maskUri, secretMask, splitUri, unmaskUri, urlFor } from './connection-uri.ts'

const split = (text: string) => {
  const uri = splitUri(text)
  if (!uri) throw new Error('not an address')
  return uri
}

test('the driver part is cut off and the rest is kept', () => {
  const uri = split('postgresql+psycopg2://ann:p%40ss@db.example:5433/sales?sslmode=require')
  expect(uri).toMatchObject({
    engine: 'postgresql',
    driver: 'psycopg2',
    username: 'ann',
    host: 'db.example',
    port: '5433',
    database: 'sales',
    query: 'sslmode=require',
  })
  const url = urlFor(uri)
  expect(url.ok && url.value.href).toBe('postgresql://ann:p%40ss@db.example:5433/sales?sslmode=require')
})

test('a password never stands in what is stored or shown, and the mask brings it back', () => {
  const { uri, password } = maskUri(split('postgresql://ann:p/a:s%40s@db.example/sales'))
  expect(uri).toBe(`postgresql://ann:${secretMask}@db.example/sales`)
  expect(password).toBe('p/a:s@s')
  const back = urlFor(unmaskUri(split(uri), password))
  expect(back.ok && decodeURIComponent(back.value.password)).toBe('p/a:s@s')
})

test('without a password nothing is masked', () => {
  expect(maskUri(split('postgresql://postgres@127.0.0.1:5432/x'))).toEqual({ uri: 'postgresql://postgres@127.0.0.1:5432/x', password: null })
})

test('file addresses keep their path', () => {
  expect(split('duckdb:///folder/file.duckdb')).toMatchObject({ engine: 'duckdb', host: null, database: 'folder/file.duckdb' })
  expect(joinUri(split('duckdb:///folder/file.duckdb'))).toBe('duckdb:///folder/file.duckdb')
})

test.each(['nonsense', '', '://x', 'postgresql:/x', 'a b://c'])('%s is no address', (text) => {
  expect(splitUri(text)).toBe(null)
})
