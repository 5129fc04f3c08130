import type { Kind } from '@sightline/core'
import { Braces, Clock, Hash, ToggleLeft, Type } from 'lucide-react'
import { t } from '../words/words.ts'

const glyphs = { numeric: Hash, string: Type, temporal: Clock, boolean: ToggleLeft, nested: Braces } as const

/** The small sign of a column's kind: number, text, time, yes or no, JSON. */
export const KindGlyph = ({ kind, size = 14 }: { readonly kind: Kind | 'nested'; readonly size?: number }) => {
  const Glyph = glyphs[kind]
  return <Glyph size={size} role="img" aria-label={t(`kind.${kind}`)} />
}
