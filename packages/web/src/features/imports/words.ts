import { importWords } from '../../words/en/imports.ts'
import { addWords } from '../../words/words.ts'

addWords(importWords)
