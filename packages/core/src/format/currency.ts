export interface CurrencyFormat {
  /** ISO 4217 code such as `EUR`. */
  readonly symbol: string
  readonly symbolPosition: 'prefix' | 'suffix'
}

/** The sign people write for a currency code; the code itself where there is none. */
export function currencySign(code: string): string {
  try {
    const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).formatToParts(1)
    return parts.find(({ type }) => type === 'currency')?.value ?? code
  } catch {
    return code
  }
}

/** Puts the sign before or after an already formatted number; signs the number format brought along are dropped first. */
export function addCurrency(formatted: string, currency: CurrencyFormat): string {
  const bare = formatted.replace(/[$%]/g, '').trim()
  const sign = currencySign(currency.symbol)
  return currency.symbolPosition === 'suffix' ? `${bare} ${sign}` : `${sign} ${bare}`
}

/** Reads what a form or a metric stores; anything incomplete means no currency. */
export function currencyFrom(value: unknown): CurrencyFormat | undefined {
  if (typeof value === 'string') {
    try {
      return currencyFrom(JSON.parse(value))
    } catch {
      return undefined
    }
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { symbol, symbolPosition } = value as Record<string, unknown>
  if (typeof symbol !== 'string' || symbol === '') return undefined
  return { symbol, symbolPosition: symbolPosition === 'suffix' ? 'suffix' : 'prefix' }
}
