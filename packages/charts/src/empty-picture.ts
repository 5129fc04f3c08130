import type { Picture } from './chart.ts'

/** What every chart shows when the query found nothing. */
export const emptyPicture = (hint = 'Try a wider time range or fewer filters.'): Picture => ({
  kind: 'empty',
  title: 'No results',
  hint,
  summary: `No results. ${hint}`,
})
