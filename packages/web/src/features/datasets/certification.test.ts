import { expect, test } from 'vitest'
import { readCertification } from './certification.ts'

test('a certified dataset says by whom; broken or other extras say nothing', () => {
  expect(readCertification('{"certification":{"certified_by":"Data team","details":"checked"}}')).toEqual({ by: 'Data team', details: 'checked' })
  expect([null, '', '{', '[]', 'null', '{"certification":{}}', '{"certification":{"certified_by":7}}'].map(readCertification)).toEqual(Array(7).fill(undefined))
})
