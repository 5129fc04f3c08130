import { importWords } from '../../words/en/imports.ts'
import { movingInWords } from '../../words/en/moving-in.ts'
import { addWords } from '../../words/words.ts'

addWords(importWords)
addWords(movingInWords)
