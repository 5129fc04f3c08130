import { stripMarkdown } from '@sightline/core'
import { TriangleAlert } from 'lucide-react'
import { Markdown } from './Markdown.tsx'
import { Tooltip } from './Tooltip.tsx'
import styles from './Tooltip.module.css'

/** A sign that somebody warns of a thing; what they wrote, in Markdown, is shown beside it. */
export const WarningMark = ({ text }: { readonly text: string }) => {
  const words = stripMarkdown(text)
  return (
    <Tooltip text={words} content={<Markdown text={text} />}>
      <span role="img" aria-label={words} className={styles.warning}>
        <TriangleAlert size={14} aria-hidden />
      </span>
    </Tooltip>
  )
}
