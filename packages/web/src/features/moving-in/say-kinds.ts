import { movingInWords } from '../../words/en/moving-in.ts'
import { formatCount, t, tCount } from '../../words/words.ts'
import type { WordKey } from '../../words/words.ts'

const plainWord = (kind: string): string => {
  const text = kind.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A kind of the wire as people say it; one that is not known yet is read as it is. */
export const sayKind = (kind: string): string => {
  const key = `moving.kind.${kind}`
  return key in movingInWords ? t(key as Extract<WordKey, `moving.kind.${string}`>) : plainWord(kind)
}

type ExtraKind = 'row_rule' | 'owner' | 'dashboard_role' | 'annotation_layer' | 'css_template' | 'tag'

/** `4 row rules, 2 tags`; what was not brought at all is left out. */
export const sayExtras = (extras: readonly { readonly kind: string; readonly brought: number }[]): string =>
  extras
    .filter(({ brought }) => brought > 0)
    .map(({ kind, brought }) =>
      `moving.extra.${kind}.one` in movingInWords
        ? tCount(`moving.extra.${kind as ExtraKind}`, brought)
        : `${formatCount(brought)} ${plainWord(kind).toLowerCase()}`,
    )
    .join(', ')
