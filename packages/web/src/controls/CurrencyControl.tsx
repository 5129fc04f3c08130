import { Select } from '../ui/Select.tsx'
import { t } from '../words/words.ts'
import styles from './controls.module.css'
import type { WidgetProps } from './widget.ts'

const currencies = ['USD', 'EUR', 'GBP', 'INR', 'MXN', 'JPY', 'CNY', 'CHF', 'CAD', 'AUD', 'BRL', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'KRW', 'ZAR']

interface Currency {
  readonly symbol?: string | null
  readonly symbolPosition?: 'prefix' | 'suffix' | null
}

const read = (value: unknown): Currency => (typeof value === 'object' && value !== null ? (value as Currency) : {})

/** A currency and on which side of the number it stands. */
export const CurrencyControl = ({ control, value, onChange, ids }: WidgetProps) => {
  const { symbol, symbolPosition } = read(value)
  const options = [...new Set([...currencies, ...(symbol ? [symbol] : [])])]
  return (
    <div className={styles.pair}>
      <Select
        {...ids}
        label={`${control.label}: ${t('control.currencySymbol')}`}
        placeholder={t('control.noCurrency')}
        isClearable
        options={options.map((one) => ({ value: one, label: one }))}
        value={symbol ?? undefined}
        createValue={(text) => text}
        onChange={(next) => onChange(next === undefined ? {} : { symbol: next, symbolPosition: symbolPosition ?? 'prefix' })}
      />
      <Select
        label={`${control.label}: ${t('control.currencyPosition')}`}
        isDisabled={!symbol}
        options={[
          { value: 'prefix' as const, label: t('control.prefix') },
          { value: 'suffix' as const, label: t('control.suffix') },
        ]}
        value={symbol ? (symbolPosition ?? 'prefix') : undefined}
        placeholder={t('control.currencyPosition')}
        onChange={(next) => onChange({ symbol, symbolPosition: next ?? 'prefix' })}
      />
    </div>
  )
}
