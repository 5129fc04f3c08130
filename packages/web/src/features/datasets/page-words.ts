import { closedDatasetWords } from '../../words/en/closed-datasets.ts'
import { datasetPageWords } from '../../words/en/dataset-pages.ts'
import { addWords } from '../../words/words.ts'

addWords(datasetPageWords)
addWords(closedDatasetWords)
