import { currencySign, formatNumber } from '@sightline/core'
import { Field } from '../../../ui/Field.tsx'
import { Select } from '../../../ui/Select.tsx'
import { t } from '../../../words/words.ts'
import type { DraftMetric } from './draft.ts'
import styles from './Edit.module.css'
import { LongField, TextField } from './fields.tsx'
import { MarkFields } from './MarkFields.tsx'

const sample = 12345.678

/** Codes people use most stand first; any other can be typed. */
const currencies = ['USD', 'EUR', 'GBP', 'INR', 'MXN', 'JPY', 'CNY']

const signedOf = (code: string): string => {
  const sign = currencySign(code)
  return sign === code ? code : `${sign} (${code})`
}

interface MetricFieldsProps {
  readonly metric: DraftMetric
  readonly currencyFault: string | undefined
  readonly onChange: (fields: Partial<DraftMetric>) => void
}

/** What a metric says about itself beside its name and expression. */
export const MetricFields = ({ metric, currencyFault, onChange }: MetricFieldsProps) => {
  const { currency } = metric
  const codes = [...new Set([...currencies, ...(currency ? [currency.symbol] : [])])]
  return (
    <>
      <LongField isWhole label={t('editDataset.description')} value={metric.description} onChange={(description) => onChange({ description })} />
      <TextField
        label={t('editDataset.d3format')}
        placeholder="%y/%m/%d"
        most={128}
        hint={metric.d3format === '' ? undefined : t('editDataset.d3Preview', { text: formatNumber(metric.d3format, sample) })}
        value={metric.d3format}
        onChange={(d3format) => onChange({ d3format })}
      />
      <Field label={t('editDataset.currency')} error={currencyFault}>
        {(ids) => (
          <div className={styles.pair}>
            <Select
              {...ids}
              label={t('editDataset.currency')}
              placeholder={t('editDataset.currencyCode')}
              isClearable
              isInvalid={currencyFault !== undefined}
              options={codes.map((code) => ({ value: code, label: signedOf(code) }))}
              value={currency?.symbol}
              createValue={(text) => text.trim().toUpperCase()}
              onChange={(symbol) => onChange({ currency: symbol === undefined ? undefined : { symbol, symbolPosition: currency?.symbolPosition ?? 'prefix' } })}
            />
            <Select
              label={t('editDataset.currencySide')}
              placeholder={t('editDataset.currencySide')}
              isDisabled={currency === undefined}
              options={[
                { value: 'prefix' as const, label: t('editDataset.prefix') },
                { value: 'suffix' as const, label: t('editDataset.suffix') },
              ]}
              value={currency?.symbolPosition}
              onChange={(symbolPosition) => currency && onChange({ currency: { ...currency, symbolPosition: symbolPosition ?? 'prefix' } })}
            />
          </div>
        )}
      </Field>
      <MarkFields marks={metric} onChange={onChange} />
      <TextField label={t('editDataset.warningText')} value={metric.warning_text} onChange={(warning_text) => onChange({ warning_text })} />
      <TextField label={t('editDataset.metricType')} most={32} value={metric.metric_type} onChange={(metric_type) => onChange({ metric_type })} />
    </>
  )
}
