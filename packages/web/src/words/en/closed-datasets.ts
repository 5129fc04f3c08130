/** A dataset whose row rules could not be brought along gives rows to administrators only, until one of them opens it. */
export const closedDatasetWords = {
  'closed.mark': 'Closed',
  'closed.title': 'This dataset is closed to all but administrators',
  'closed.open': 'Open…',
  'closed.openAction': 'Open dataset',
  'closed.openTitle': 'Open {name} to everybody with access?',
  'closed.openText': 'It was closed because: {why}',
  'closed.openHint': 'Make sure that its row rules are in place first. From then on the rules that are here decide who sees which rows.',
  'closed.opened': '{name} is open',
  'closed.openFailed': '{name} could not be opened: {error}',
} as const
