/**
 * The everyday part of Markdown as HTML. Everything a user wrote is escaped; the only tags are those made here, the only
 * addresses http, https, mailto and paths of this site. So the result can be shown as it is.
 */
export function renderMarkdown(text: string | null | undefined): string {
  if (!text) return ''
  return renderBlocks(text.replace(/\r\n?/g, '\n').split('\n'), 0)
}

/** The words alone, in one line: for names that are read aloud. */
export const stripMarkdown = (text: string | null | undefined): string =>
  renderMarkdown(text)
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => characters[entity] as string)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim()

const deepest = 10

function renderBlocks(lines: readonly string[], depth: number): string {
  const out: string[] = []
  for (let i = 0; i < lines.length;) {
    const line = lines[i] as string
    if (line.trim() === '') {
      i += 1
      continue
    }
    const fence = /^\s*(```|~~~)/.exec(line)
    if (fence) {
      const end = endOf(lines, i + 1, (one) => one.trim().startsWith(fence[1] as string))
      out.push(`<pre><code>${escape(lines.slice(i + 1, end).join('\n'))}\n</code></pre>`)
      i = end + 1
      continue
    }
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line)
    if (heading) {
      const level = (heading[1] as string).length
      out.push(`<h${level}>${renderInline(heading[2] as string)}</h${level}>`)
      i += 1
      continue
    }
    if (/^ {0,3}([-*_])(\s*\1){2,}\s*$/.test(line)) {
      out.push('<hr>')
      i += 1
      continue
    }
    if (line.startsWith('>') && depth < deepest) {
      const end = endOf(lines, i, (one) => !one.startsWith('>'))
      const inner = lines.slice(i, end).map((one) => one.replace(/^>\s?/, ''))
      out.push(`<blockquote>${renderBlocks(inner, depth + 1)}</blockquote>`)
      i = end
      continue
    }
    const item = itemOf(line)
    if (item) {
      const end = endOf(lines, i, (one) => itemOf(one)?.tag !== item.tag)
      const items = lines.slice(i, end).map((one) => `<li>${renderInline(itemOf(one)?.text ?? '')}</li>`)
      out.push(`<${item.tag}>${items.join('')}</${item.tag}>`)
      i = end
      continue
    }
    const end = endOf(lines, i + 1, (one) => one.trim() === '' || /^(#{1,6}\s|>|\s*(```|~~~))/.test(one) || itemOf(one) !== undefined)
    const paragraph = lines
      .slice(i, end)
      .map((one) => renderInline(one.trim()) + (/ {2,}$/.test(one) ? '<br>' : ''))
      .join('\n')
    out.push(`<p>${paragraph}</p>`)
    i = end
  }
  return out.join('\n')
}

function itemOf(line: string): { readonly tag: 'ul' | 'ol'; readonly text: string } | undefined {
  const match = /^\s{0,3}(?:([-*+])|\d{1,9}[.)])\s+(.*)$/.exec(line)
  return match ? { tag: match[1] ? 'ul' : 'ol', text: match[2] as string } : undefined
}

function endOf(lines: readonly string[], from: number, isEnd: (line: string) => boolean): number {
  let i = from
  while (i < lines.length && !isEnd(lines[i] as string)) i += 1
  return i
}

/** Code first, so that nothing inside it is read as anything else; links next; emphasis last, outside the tags made so far. */
function renderInline(text: string): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part) => (part.length > 2 && part.startsWith('`') && part.endsWith('`') ? `<code>${escape(part.slice(1, -1))}</code>` : renderLinks(part)))
    .join('')
}

function renderLinks(text: string): string {
  return text
    .split(/(\[[^[\]\n]{1,1000}\]\([^()\s]{1,2000}\))/)
    .map((part) => {
      const link = /^\[([^[\]\n]+)\]\(([^()\s]+)\)$/.exec(part)
      if (!link) return renderEmphasis(escape(part))
      const words = renderEmphasis(escape(link[1] as string))
      return isSafeAddress(link[2] as string) ? `<a href="${escape(link[2] as string)}" rel="noopener noreferrer">${words}</a>` : words
    })
    .join('')
}

const isSafeAddress = (address: string): boolean => /^(https?:\/\/|mailto:)/i.test(address) || /^[/#](?![/\\])/.test(address)

const renderEmphasis = (escaped: string): string =>
  escaped
    .replace(/\*\*([^*\s](?:[^*]{0,2000}[^*\s])?)\*\*/g, '<strong>$1</strong>')
    .replace(/__([^_\s](?:[^_]{0,2000}[^_\s])?)__/g, '<strong>$1</strong>')
    .replace(/\*([^*\s](?:[^*]{0,2000}[^*\s])?)\*/g, '<em>$1</em>')
    .replace(/(?<![A-Za-z0-9])_([^_\s](?:[^_]{0,2000}[^_\s])?)_(?![A-Za-z0-9])/g, '<em>$1</em>')

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const characters: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(entities).map(([character, entity]) => [entity, character]))
const escape = (text: string): string => text.replace(/[&<>"']/g, (c) => entities[c] as string)
