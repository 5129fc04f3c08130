import { useQueryClient } from '@tanstack/react-query'
import { Folder, RefreshCw } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { normaliseError } from '../../../api/normalise-error.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import { showToast } from '../../../ui/toasts.ts'
import { t } from '../../../words/words.ts'
import { refreshSchemas, useSchemas } from './queries.ts'
import styles from './SchemaBar.module.css'

export interface SchemaPickerProps {
  readonly dbId: number
  readonly value: string | undefined
  readonly onChange: (schema: string) => void
}

export const SchemaPicker = ({ dbId, value, onChange }: SchemaPickerProps) => {
  const client = useQueryClient()
  const schemas = useSchemas(dbId)
  const [isRefreshing, setIsRefreshing] = useState(false)
  const options = useMemo(() => (schemas.data ?? []).map((name) => ({ value: name, label: name, icon: <Folder size={14} aria-hidden /> })), [schemas.data])
  useEffect(() => {
    if (schemas.isError) showToast('danger', t('sqlside.schemasFailed'))
  }, [schemas.isError])

  const refresh = async (): Promise<void> => {
    setIsRefreshing(true)
    try {
      await refreshSchemas(client, dbId)
      showToast('success', t('sqlside.schemasRefreshed'))
    } catch {
      showToast('danger', t('sqlside.schemasFailed'))
    } finally {
      setIsRefreshing(false)
    }
  }

  return (
    <div className={styles.pair}>
      <Select
        label={t('sqllab.schema')}
        placeholder={t('sqllab.schemaPlaceholder')}
        leading={<Folder size={14} aria-hidden />}
        isLoading={schemas.isPending}
        isInvalid={schemas.isError}
        error={schemas.error ? normaliseError(schemas.error).error : undefined}
        options={options}
        value={value}
        onChange={(next) => next !== undefined && onChange(next)}
      />
      <IconButton
        kind="default"
        label={t('sqlside.refreshSchemas')}
        icon={<RefreshCw size={14} />}
        isBusy={isRefreshing || schemas.isFetching}
        onClick={() => void refresh()}
      />
    </div>
  )
}
