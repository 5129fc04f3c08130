import { sqllabEditorWords } from '../../words/en/sqllab-editor.ts'
import { sqllabSchemaWords } from '../../words/en/sqllab-schema.ts'
import { sqllabSouthWords } from '../../words/en/sqllab-south.ts'
import { sqllabToolbarWords } from '../../words/en/sqllab-toolbar.ts'
import { addWords } from '../../words/words.ts'

addWords(sqllabEditorWords)
addWords(sqllabSchemaWords)
addWords(sqllabSouthWords)
addWords(sqllabToolbarWords)
