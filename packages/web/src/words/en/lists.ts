export const listWords = {
  'list.selected.one': '{count} selected',
  'list.selected.other': '{count} selected',
  'list.found.one': '{count} result',
  'list.found.other': '{count} results',
} as const
