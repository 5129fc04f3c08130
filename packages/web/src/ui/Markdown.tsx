import { renderMarkdown } from '@sightline/core'

/** What people wrote in Markdown. The renderer escapes all of it and makes only harmless tags, so that it can be shown as it is. */
export const Markdown = ({ text, className }: { readonly text: string; readonly className?: string | undefined }) => (
  <div className={className} dangerouslySetInnerHTML={{ __html: renderMarkdown(text) }} />
)
