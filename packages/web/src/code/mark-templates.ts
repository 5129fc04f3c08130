import { syntaxTree } from '@codemirror/language'
import { Decoration, MatchDecorator, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view'

const template = Decoration.mark({ class: 'cm-sql-template' })
const call = Decoration.mark({ class: 'cm-sql-call' })
const notCode = /Comment|String|Quoted|Keyword|Type/

/** Templates stand out from the SQL around them, and what is called looks like a function, wherever it comes from. Only lines in sight are looked at. */
const templates = new MatchDecorator({ regexp: /\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}/g, decoration: template })
const calls = new MatchDecorator({
  regexp: /\b[\p{L}_][\p{L}\p{N}_]*(?=\()/gu,
  decorate: (add, from, to, _match, view) => {
    if (!notCode.test(syntaxTree(view.state).resolveInner(from, 1).name)) add(from, to, call)
  },
})

const pluginOf = (decorator: MatchDecorator) =>
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = decorator.createDeco(view)
      }
      update(update: ViewUpdate): void {
        this.decorations =
          syntaxTree(update.startState) === syntaxTree(update.state) ? decorator.updateDeco(update, this.decorations) : decorator.createDeco(update.view)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )

export const markTemplates = [pluginOf(calls), pluginOf(templates)]
