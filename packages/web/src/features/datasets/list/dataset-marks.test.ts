import { expect, test } from 'vitest'
import { readMarks } from './dataset-marks.ts'

test('a certified dataset says by whom, one with a warning says which; broken or other extras say nothing', () => {
  expect(readMarks('{"certification":{"certified_by":"Data team","details":"checked"},"warning_markdown":"Late on *Mondays*"}')).toEqual({
    certification: { by: 'Data team', details: 'checked' },
    warning: 'Late on *Mondays*',
  })
  for (const extra of [null, '', '{', '[]', 'null', '{"certification":{}}', '{"certification":{"certified_by":7}}', '{"warning_markdown":" "}'])
    expect([extra, readMarks(extra)]).toEqual([extra, { certification: undefined, warning: undefined }])
})
