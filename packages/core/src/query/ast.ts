import type { OffsetChange } from '../time/wall-clock.ts'

/**
 * A SELECT as a tree. It holds checked names, values and checked fragments; only `printSelect` makes text of it,
 * so a value can reach the text in no way but as a parameter.
 */
export type Scalar = string | number | boolean

export type Expression =
  | { readonly kind: 'column'; readonly name: string }
  /** A fragment that `readFragment` let pass. Printed in parentheses. */
  | { readonly kind: 'fragment'; readonly text: string }
  /** `keeps`: the answer is a moment or a day, as the values are. */
  | {
      readonly kind: 'aggregate'
      readonly name: 'AVG' | 'COUNT' | 'MAX' | 'MIN' | 'SUM'
      readonly distinct: boolean
      readonly of: Expression
      readonly keeps?: 'moments' | 'days' | undefined
    }
  | { readonly kind: 'count-rows' }
  /** A grain that the dialect offers, around a time expression. `isWall`: what comes back is a time on the clocks of the zone. */
  | { readonly kind: 'grain'; readonly grain: string; readonly of: Expression; readonly isWall?: boolean }
  /** A moment as the clocks of a zone show it, in the database's own way. */
  | { readonly kind: 'wall'; readonly of: Expression; readonly zone: string; readonly type: string }
  /** A time moved ahead (or back) by as much as the clocks are ahead at the moment `on`, a time of this type. */
  | {
      readonly kind: 'moved'
      readonly of: Expression
      readonly on: Expression
      readonly type: string
      readonly changes: readonly OffsetChange[]
      readonly isBack: boolean
    }
  /** Seconds or milliseconds since 1970 turned into a time. */
  | { readonly kind: 'from-epoch'; readonly unit: 's' | 'ms'; readonly of: Expression }
  | { readonly kind: 'text'; readonly of: Expression }
  /** The value where a column of the joined select has one, else a word. */
  | { readonly kind: 'or-others'; readonly of: Expression; readonly key: string; readonly word: string }

export type Operand =
  /** `number` where the database must not guess a whole number from the other side. */
  | { readonly kind: 'value'; readonly value: Scalar; readonly as?: 'number' }
  /** A moment as a literal that the dialect writes for a column of this type. */
  | { readonly kind: 'moment'; readonly moment: Date; readonly type: string }

export type Predicate =
  | { readonly kind: 'compare'; readonly left: Expression; readonly operator: '=' | '!=' | '<' | '<=' | '>' | '>='; readonly right: Operand }
  | { readonly kind: 'like'; readonly left: Expression; readonly right: Operand; readonly ignoresCase: boolean }
  | { readonly kind: 'in'; readonly left: Expression; readonly right: readonly Operand[] }
  | { readonly kind: 'is'; readonly left: Expression; readonly what: 'NULL' | 'NOT NULL' | 'TRUE' | 'FALSE' }
  /** Equal to the largest value among the rows of a source. */
  | { readonly kind: 'latest'; readonly left: Expression; readonly of: Select }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Predicate[] }
  | { readonly kind: 'not'; readonly of: Predicate }
  | { readonly kind: 'never' }
  | { readonly kind: 'fragment'; readonly text: string }

export type Source =
  | { readonly kind: 'table'; readonly schema: string | null; readonly name: string }
  /** A statement that `readSourceStatement` let pass. */
  | { readonly kind: 'statement'; readonly text: string; readonly alias: string }
  | { readonly kind: 'select'; readonly select: Select; readonly alias: string }

export interface SelectItem {
  readonly expression: Expression
  readonly label: string
}

export interface OrderTerm {
  /** A selected label, or an expression. */
  readonly by: { readonly label: string } | Expression
  readonly descending: boolean
}

export interface Select {
  readonly items: readonly SelectItem[]
  readonly from: Source
  /** Rows whose expressions equal the columns of one row of another select. */
  readonly join?:
    | {
        readonly select: Select
        readonly alias: string
        readonly on: readonly (readonly [left: Expression, right: string])[]
        /** Rows that no row of the other select meets stay. */
        readonly keepsAll: boolean
      }
    | undefined
  readonly where: readonly Predicate[]
  readonly groupBy: readonly Expression[]
  readonly having: readonly Predicate[]
  readonly orderBy: readonly OrderTerm[]
  readonly limit: number | null
  readonly offset: number
}
