import { syntaxTree } from '@codemirror/language'
import { Decoration, MatchDecorator, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view'
import { findTemplates } from './find-templates.ts'

const template = Decoration.mark({ class: 'cm-sql-template' })
const call = Decoration.mark({ class: 'cm-sql-call' })
const notCode = /Comment|String|Quoted|Keyword|Type/

/** What is called looks like a function, wherever it comes from. Only lines in sight are looked at. */
const calls = new MatchDecorator({
  regexp: /\b[\p{L}_][\p{L}\p{N}_]*(?=\()/gu,
  decorate: (add, from, to, _match, view) => {
    if (!notCode.test(syntaxTree(view.state).resolveInner(from, 1).name)) add(from, to, call)
  },
})

const markCalls = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = calls.createDeco(view)
    }
    update(update: ViewUpdate): void {
      this.decorations = syntaxTree(update.startState) === syntaxTree(update.state) ? calls.updateDeco(update, this.decorations) : calls.createDeco(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

const templatesIn = ({ state, visibleRanges }: EditorView): DecorationSet =>
  Decoration.set(
    visibleRanges.flatMap((part) =>
      findTemplates((from, to) => state.doc.sliceString(from, to), state.doc.length, part).map(({ from, to }) =>
        // Two parts in sight may be parts of one template.
        template.range(Math.max(from, part.from), Math.min(to, part.to)),
      ),
    ),
    true,
  )

/** Templates stand out from the SQL around them, also those of several lines. */
const markBlocks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = templatesIn(view)
    }
    update({ docChanged, viewportChanged, view }: ViewUpdate): void {
      if (docChanged || viewportChanged) this.decorations = templatesIn(view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

export const markTemplates = [markCalls, markBlocks]
