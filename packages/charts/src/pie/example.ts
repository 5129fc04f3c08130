import { type FrameColumn, frameFromRows } from '@sightline/core'

const columns: FrameColumn[] = [
  { name: 'family', kind: 'string', type: 'VARCHAR' },
  { name: 'orders', kind: 'numeric', type: 'BIGINT' },
]

export const pieExample = {
  form: { viz_type: 'pie', groupby: ['family'], metric: 'orders', donut: true, innerRadius: 45, label_type: 'key_percent', show_total: true, label_line: true },
  frames: [
    frameFromRows(columns, [
      ['Black tea', 3120],
      ['Coffee', 2744],
      ['Green tea', 1490],
      ['Herbal', 655],
      ['Oolong', 387],
    ]),
  ],
}
