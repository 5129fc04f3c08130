import { PostgreSQL } from '@codemirror/lang-sql'
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight'
import { useMemo, type ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'
import styles from './SqlText.module.css'

const colours = tagHighlighter([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], class: styles.keyword ?? '' },
  { tag: [tags.function(tags.variableName), tags.standard(tags.name), tags.typeName], class: styles.function ?? '' },
  { tag: [tags.string, tags.special(tags.string)], class: styles.string ?? '' },
  { tag: [tags.number, tags.bool, tags.null], class: styles.number ?? '' },
  { tag: [tags.lineComment, tags.blockComment], class: styles.comment ?? '' },
])

/** A statement of a thousand lines is read in its first ones; nobody waits for the colours of the rest. */
const colouredLetters = 50_000

const paint = (sql: string): ReactNode[] => {
  const parts: ReactNode[] = []
  const put = (text: string, classes: string): void =>
    void parts.push(
      classes === '' ? (
        text
      ) : (
        <span key={parts.length} className={classes}>
          {text}
        </span>
      ),
    )
  const head = sql.slice(0, colouredLetters)
  highlightCode(head, PostgreSQL.language.parser.parse(head), colours, put, () => put('\n', ''))
  if (sql.length > colouredLetters) put(sql.slice(colouredLetters), '')
  return parts
}

/** SQL to be read: in colours, not to be edited. */
export const SqlText = ({ sql, className }: { readonly sql: string; readonly className?: string | undefined }) => {
  const parts = useMemo(() => paint(sql), [sql])
  return <code className={joinClasses(styles.sql, className)}>{parts}</code>
}
