import { closedDatasetWords } from '../../words/en/closed-datasets.ts'
import { datasetDialogWords } from '../../words/en/dataset-dialogs.ts'
import { addWords } from '../../words/words.ts'

addWords(datasetDialogWords)
addWords(closedDatasetWords)
