import { uploadWords } from '../../words/en/uploads.ts'
import { addWords } from '../../words/words.ts'

addWords(uploadWords)
