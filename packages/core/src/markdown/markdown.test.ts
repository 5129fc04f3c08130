import { expect, test } from 'vitest'
import { renderMarkdown, stripMarkdown } from './markdown.ts'

test('the everyday marks', () => {
  expect(renderMarkdown('**golden bars** for the recorded answers')).toBe('<p><strong>golden bars</strong> for the recorded answers</p>')
  expect(renderMarkdown('# A\ntext _with_ `code <b>`\n\n- one\n- two\n\n1. a\n\n> said\n\n---')).toBe(
    '<h1>A</h1>\n<p>text <em>with</em> <code>code &lt;b&gt;</code></p>\n<ul><li>one</li><li>two</li></ul>\n<ol><li>a</li></ol>\n<blockquote><p>said</p></blockquote>\n<hr>',
  )
  expect(renderMarkdown('```\n**x**\n```')).toBe('<pre><code>**x**\n</code></pre>')
  expect(renderMarkdown('[docs](https://example.test/a?b=1&c=2)')).toBe(
    '<p><a href="https://example.test/a?b=1&amp;c=2" rel="noopener noreferrer">docs</a></p>',
  )
  expect(renderMarkdown('snake_case_name')).toBe('<p>snake_case_name</p>')
  expect(renderMarkdown(null)).toBe('')
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '[x](https://a.test/"onmouseover="alert(1))',
  '**<b onclick=x>**',
  '`</code><script>`',
  '# <script>',
  '```\n</pre><script>\n```',
])('%j brings no markup of its own', (text) => {
  const tags = [...renderMarkdown(text).matchAll(/<[^>]*>/g)].map(([tag]) => tag)
  for (const tag of tags) expect(tag).toMatch(/^<\/?(p|strong|em|code|pre|h1)>$|^<a href="https:\/\/[^"<>]*" rel="noopener noreferrer">$|^<\/a>$/)
})

test('the words alone', () => {
  expect(stripMarkdown('# Careful\n\n**Late** rows, see [the list](https://example.test/?a=1&b=2).\n\n- `a < b` & "c"')).toBe(
    'Careful Late rows, see the list. a < b & "c"',
  )
  expect(stripMarkdown(null)).toBe('')
})

test('long input of one mark is read in reasonable time', () => {
  for (const mark of ['*', '_', '[', '`', '> ', '(', '**a']) renderMarkdown(mark.repeat(20_000))
})
