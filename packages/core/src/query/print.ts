import type { OffsetChange } from '../time/wall-clock.ts'
import type { Expression, Operand, OrderTerm, Predicate, Scalar, Select, Source } from './ast.ts'
import type { Dialect, Statement } from './dialect.ts'
import { shortenLabel } from './shorten-label.ts'

/** A select tree → text and numbered parameters. */
export function printSelect(select: Select, dialect: Dialect): Statement {
  const printer = new Printer(dialect)
  const sql = printer.select(select)
  return { sql, params: printer.params }
}

export function quoteName(name: string, dialect: Dialect): string {
  const [open, close] = dialect.quote
  const text = dialect.backslashInNames ? name.replaceAll('\\', '\\\\') : name
  return open + text.replaceAll('\0', '').replaceAll(close, close + close) + close
}

/** Holds the parameters in the order in which they are printed. */
class Printer {
  readonly params: Scalar[] = []
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  select(select: Select): string {
    const items = select.items.map(({ expression, label }) => {
      const text = this.expression(expression)
      const name = this.#label(label)
      return expression.kind === 'column' && text === name ? text : `${text} AS ${name}`
    })
    const lines = [`SELECT ${items.join(',\n       ')}`, `FROM ${this.#source(select.from)}`]
    if (select.join) {
      const on = select.join.on.map(([left, right]) => `${this.expression(left)} = ${this.#label(right)}`)
      lines.push(
        `${select.join.keepsAll ? 'LEFT JOIN' : 'JOIN'} (\n${indent(this.select(select.join.select))}\n) AS ${this.#name(select.join.alias)} ON ${on.join(' AND ')}`,
      )
    }
    if (select.where.length > 0) lines.push(`WHERE ${this.#all(select.where)}`)
    if (select.groupBy.length > 0) lines.push(`GROUP BY ${select.groupBy.map((expression) => this.expression(expression)).join(', ')}`)
    if (select.having.length > 0) lines.push(`HAVING ${this.#all(select.having)}`)
    if (select.orderBy.length > 0) lines.push(`ORDER BY ${select.orderBy.map((term) => this.#order(term)).join(', ')}`)
    const limit = select.limit === null ? [] : [`LIMIT ${wholeNumber(select.limit)}`]
    const offset = select.offset > 0 ? [`OFFSET ${wholeNumber(select.offset)}`] : []
    return [...lines, ...(this.#dialect.limitComesLast ? [...offset, ...limit] : [...limit, ...offset])].join('\n')
  }

  expression(expression: Expression): string {
    switch (expression.kind) {
      case 'column':
        return this.#name(expression.name)
      case 'fragment':
        return `(${expression.text})`
      case 'aggregate':
        return `${expression.name}(${expression.distinct ? 'DISTINCT ' : ''}${this.expression(expression.of)})`
      case 'count-rows':
        return 'COUNT(*)'
      case 'grain': {
        const print = Object.hasOwn(this.#dialect.grains, expression.grain) ? this.#dialect.grains[expression.grain] : undefined
        if (!print) throw new Error(`the planner let a grain pass that ${this.#dialect.id} has not: ${expression.grain}`)
        return print(this.expression(expression.of))
      }
      case 'wall': {
        if (!this.#dialect.wallTime) throw new Error(`the planner let a zone pass that ${this.#dialect.id} does not know`)
        return this.#dialect.wallTime(this.expression(expression.of), expression.zone, expression.type)
      }
      case 'moved': {
        if (!this.#dialect.addSeconds) throw new Error(`the planner let a zone pass that ${this.#dialect.id} cannot count in`)
        return this.#dialect.addSeconds(this.expression(expression.of), this.#secondsAhead(expression))
      }
      case 'from-epoch': {
        if (!this.#dialect.fromEpoch) throw new Error(`the planner let an epoch pass that ${this.#dialect.id} cannot read`)
        return this.#dialect.fromEpoch(this.expression(expression.of), expression.unit)
      }
      case 'or-others':
        return `CASE WHEN ${this.#label(expression.key)} IS NOT NULL THEN ${this.expression(expression.of)} ELSE '${expression.word}' END`
      case 'text':
        return `CAST(${this.expression(expression.of)} AS ${this.#dialect.textType ?? 'VARCHAR'})`
    }
  }

  #secondsAhead({ on, type, changes, isBack }: Extract<Expression, { readonly kind: 'moved' }>): string {
    const seconds = ({ offset }: OffsetChange): string => String((isBack ? -offset : offset) / 1000)
    const [last] = changes.slice(-1)
    if (changes.length === 1) return seconds(last!)
    const time = this.expression(on)
    const cases = changes
      .slice(0, -1)
      .map((change, at) => `WHEN ${time} < ${this.#dialect.timeLiteral(type, new Date(changes[at + 1]!.from))} THEN ${seconds(change)}`)
    return `CASE ${cases.join(' ')} ELSE ${seconds(last!)} END`
  }

  #predicate(predicate: Predicate): string {
    switch (predicate.kind) {
      case 'compare':
        return `${this.expression(predicate.left)} ${predicate.operator} ${this.#operand(predicate.right)}`
      case 'like': {
        const left = this.expression(predicate.left)
        const right = this.#operand(predicate.right)
        if (!predicate.ignoresCase) return `${left} LIKE ${right}`
        return this.#dialect.hasIlike ? `${left} ILIKE ${right}` : `LOWER(${left}) LIKE LOWER(${right})`
      }
      case 'latest':
        return `${this.expression(predicate.left)} = (\n${indent(this.select(predicate.of))}\n)`
      case 'in':
        return `${this.expression(predicate.left)} IN (${predicate.right.map((operand) => this.#operand(operand)).join(', ')})`
      case 'is':
        return `${this.expression(predicate.left)} ${this.#dialect.comparesFlags && !predicate.what.endsWith('NULL') ? '=' : 'IS'} ${predicate.what}`
      case 'and':
      case 'or':
        return `(${predicate.parts.map((part) => this.#predicate(part)).join(predicate.kind === 'and' ? ' AND ' : ' OR ')})`
      case 'not':
        return `NOT (${this.#predicate(predicate.of)})`
      case 'never':
        return '1 = 0'
      case 'fragment':
        return `(${predicate.text})`
    }
  }

  #operand(operand: Operand): string {
    if (operand.kind === 'moment') return this.#dialect.timeLiteral(operand.type, operand.moment)
    this.params.push(operand.value)
    const placeholder = this.#dialect.placeholder(this.params.length)
    return operand.as === 'number' && this.#dialect.asNumber ? this.#dialect.asNumber(placeholder, operand.value) : placeholder
  }

  #all(predicates: readonly Predicate[]): string {
    return predicates.map((predicate) => this.#predicate(predicate)).join('\n  AND ')
  }

  #order({ by, descending }: OrderTerm): string {
    return `${'label' in by ? this.#label(by.label) : this.expression(by)} ${descending ? 'DESC' : 'ASC'}`
  }

  #source(source: Source): string {
    switch (source.kind) {
      case 'table':
        return (source.schema === null ? '' : `${this.#name(source.schema)}.`) + this.#name(source.name)
      case 'statement':
        return `(\n${source.text}\n) AS ${this.#name(source.alias)}`
      case 'select':
        return `(\n${indent(this.select(source.select))}\n) AS ${this.#name(source.alias)}`
    }
  }

  #name(name: string): string {
    return quoteName(name, this.#dialect)
  }

  #label(label: string): string {
    return this.#name(shortenLabel(label, this.#dialect.maxIdentifierLength))
  }
}

const indent = (text: string): string => text.replace(/^/gm, '  ')

/** Limits stand in the text, because some databases take no parameter there; they are numbers by type and by this check. */
function wholeNumber(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`not a whole number: ${value}`)
  return String(value)
}
