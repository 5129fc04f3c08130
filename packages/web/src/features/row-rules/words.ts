import { rowRuleWords } from '../../words/en/row-rules.ts'
import { addWords } from '../../words/words.ts'

addWords(rowRuleWords)
