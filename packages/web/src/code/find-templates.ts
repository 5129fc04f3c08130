/** How far before and behind the lines in sight a template is looked for: it may begin above them. */
const reach = 4000

/** `{{ value }}`, `{% block %}` and `{# note #}`, each over as many lines as it takes. */
const pattern = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\{#[\s\S]*?#\}/g

/** The templates that touch a part of a text, as places in the text. `slice` gives a part of it, so that a long text is never joined. */
export function findTemplates(
  slice: (from: number, to: number) => string,
  length: number,
  part: { readonly from: number; readonly to: number },
): { readonly from: number; readonly to: number }[] {
  const start = Math.max(0, part.from - reach)
  const text = slice(start, Math.min(length, part.to + reach))
  if (!text.includes('{')) return []
  return [...text.matchAll(pattern)]
    .map(({ index, 0: found }) => ({ from: start + index, to: start + index + found.length }))
    .filter(({ from, to }) => to > part.from && from < part.to)
}
