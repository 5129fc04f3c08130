const template = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|\{#[\s\S]*?#\}/g

/** The same text, as long, in which a template is a word and a block of it a blank: quotes inside of them confuse no reader of SQL. */
export const blankTemplates = (text: string): string =>
  text.includes('{') ? text.replaceAll(template, (found) => found.replaceAll(/[^\n]/g, found.startsWith('{{') ? 'x' : ' ')) : text
