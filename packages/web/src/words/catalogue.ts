import { accessWords } from './en/access.ts'
import type { closedDatasetWords } from './en/closed-datasets.ts'
import { dashboardWords } from './en/dashboard.ts'
import { dataWords } from './en/data.ts'
import type { databaseWords } from './en/databases.ts'
import type { datasetDialogWords } from './en/dataset-dialogs.ts'
import type { datasetPageWords } from './en/dataset-pages.ts'
import { errorWords } from './en/errors.ts'
import { exploreWords } from './en/explore.ts'
import { homeWords } from './en/home.ts'
import type { importWords } from './en/imports.ts'
import { listWords } from './en/lists.ts'
import type { movingInWords } from './en/moving-in.ts'
import type { rowRuleWords } from './en/row-rules.ts'
import { shellWords } from './en/shell.ts'
import { sqllabWords } from './en/sqllab.ts'
import type { sqllabEditorWords } from './en/sqllab-editor.ts'
import type { sqllabSchemaWords } from './en/sqllab-schema.ts'
import type { sqllabSouthWords } from './en/sqllab-south.ts'
import type { sqllabToolbarWords } from './en/sqllab-toolbar.ts'
import { timeWords } from './en/time.ts'
import { uiWords } from './en/ui.ts'
import type { uploadWords } from './en/uploads.ts'
import { vizWords } from './en/viz.ts'

/** The words every page may need, in English. Another language is a second object of the same type. */
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

/** With the words of parts that come as chunks of their own and add theirs when they are loaded (`addWords`). */
export type Catalogue = typeof catalogue &
  typeof closedDatasetWords &
  typeof databaseWords &
  typeof datasetDialogWords &
  typeof datasetPageWords &
  typeof importWords &
  typeof movingInWords &
  typeof rowRuleWords &
  typeof sqllabEditorWords &
  typeof sqllabSchemaWords &
  typeof sqllabSouthWords &
  typeof sqllabToolbarWords &
  typeof uploadWords
