import { databaseWords } from '../../words/en/databases.ts'
import { addWords } from '../../words/words.ts'

addWords(databaseWords)
