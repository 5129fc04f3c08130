import type { Kind } from '@sightline/core'
import { Clock, Hash, ToggleLeft, Type } from 'lucide-react'
import { t } from '../words/words.ts'

const glyphs = { numeric: Hash, string: Type, temporal: Clock, boolean: ToggleLeft } as const

/** The small sign of a column's kind: number, text, time, yes or no. */
export const KindGlyph = ({ kind, size = 14 }: { readonly kind: Kind; readonly size?: number }) => {
  const Glyph = glyphs[kind]
  return <Glyph size={size} role="img" aria-label={t(`kind.${kind}`)} />
}
