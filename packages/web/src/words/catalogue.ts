import { accessWords } from './en/access.ts'
import { dashboardWords } from './en/dashboard.ts'
import { dataWords } from './en/data.ts'
import { errorWords } from './en/errors.ts'
import { exploreWords } from './en/explore.ts'
import { homeWords } from './en/home.ts'
import { listWords } from './en/lists.ts'
import { shellWords } from './en/shell.ts'
import { sqllabWords } from './en/sqllab.ts'
import { timeWords } from './en/time.ts'
import { uiWords } from './en/ui.ts'
import { vizWords } from './en/viz.ts'

/** All words of the product in English. Another language is a second object of the same type. */
export const catalogue = {
  ...accessWords,
  ...dashboardWords,
  ...dataWords,
  ...errorWords,
  ...exploreWords,
  ...homeWords,
  ...listWords,
  ...shellWords,
  ...sqllabWords,
  ...timeWords,
  ...uiWords,
  ...vizWords,
} as const

export type Catalogue = typeof catalogue
