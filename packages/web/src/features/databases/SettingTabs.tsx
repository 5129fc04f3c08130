import { Field } from '../../ui/Field.tsx'
import { Input, TextArea } from '../../ui/Input.tsx'
import { t } from '../../words/words.ts'
import type { DialogTab } from './connection-faults.ts'
import styles from './Databases.module.css'
import type { ExtraForm } from './extra-form.ts'
import { Setting } from './Setting.tsx'
import type { ConnectionEditor } from './use-connection-editor.ts'
import type { Kind } from './wire.ts'

interface TabProps {
  readonly kind: Kind | undefined
  readonly editor: ConnectionEditor
}

/** What one tab beside the connection shows. */
export const SettingTab = ({ tab, ...props }: TabProps & { readonly tab: Exclude<DialogTab, 'connection'> }) => {
  if (tab === 'sql') return <SqlTab {...props} />
  if (tab === 'performance') return <PerformanceTab {...props} />
  return tab === 'security' ? <SecurityTab {...props} /> : <OtherTab {...props} />
}

const changeExtra = (editor: ConnectionEditor, part: Partial<ExtraForm>, field?: string): void =>
  editor.change({ extra: { ...editor.form.extra, ...part } }, field)

const SqlTab = ({ kind, editor }: TabProps) => {
  const { form, change } = editor
  return (
    <Setting
      label={t('databases.exposeLong')}
      hint={t('databases.exposeHint')}
      isOn={form.expose_in_sqllab}
      onChange={(isOn) => change({ expose_in_sqllab: isOn })}
    >
      <Setting label={t('databases.allowCtas')} hint={t('databases.allowCtasHint')} isOn={form.allow_ctas} onChange={(isOn) => change({ allow_ctas: isOn })} />
      <Setting label={t('databases.allowCvas')} hint={t('databases.allowCvasHint')} isOn={form.allow_cvas} onChange={(isOn) => change({ allow_cvas: isOn })} />
      {(form.allow_ctas || form.allow_cvas) && (
        <Field label={t('databases.ctasSchema')} hint={t('databases.ctasSchemaHint')} error={editor.faults['force_ctas_schema']}>
          {(ids) => (
            <Input
              {...ids}
              size="md"
              maxLength={250}
              autoComplete="off"
              spellCheck={false}
              value={form.force_ctas_schema}
              onChange={(text) => change({ force_ctas_schema: text }, 'force_ctas_schema')}
            />
          )}
        </Field>
      )}
      <Setting label={t('databases.allowDml')} hint={t('databases.allowDmlHint')} isOn={form.allow_dml} onChange={(isOn) => change({ allow_dml: isOn })} />
      <Setting
        label={t('databases.costEstimate')}
        hint={t('databases.costEstimateHint')}
        isOn={form.extra.cost_estimate_enabled}
        onChange={(isOn) => changeExtra(editor, { cost_estimate_enabled: isOn })}
      />
      <Setting
        label={t('databases.explorable')}
        hint={t('databases.explorableHint')}
        isOn={form.extra.allows_virtual_table_explore}
        onChange={(isOn) => changeExtra(editor, { allows_virtual_table_explore: isOn })}
      />
      <Setting
        label={t('databases.noPreview')}
        hint={t('databases.noPreviewHint')}
        isOn={form.extra.disable_data_preview}
        onChange={(isOn) => changeExtra(editor, { disable_data_preview: isOn })}
      />
      {(kind?.engine === 'trino' || kind?.engine === 'presto' || form.extra.expand_rows) && (
        <Setting
          label={t('databases.expandRows')}
          hint={t('databases.expandRowsHint')}
          isOn={form.extra.expand_rows}
          onChange={(isOn) => changeExtra(editor, { expand_rows: isOn })}
        />
      )}
    </Setting>
  )
}

const Seconds = ({
  label,
  hint,
  value,
  error,
  onChange,
}: {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => <Input {...ids} size="md" inputMode="numeric" autoComplete="off" placeholder={t('databases.seconds')} value={value} onChange={onChange} />}
  </Field>
)

const PerformanceTab = ({ editor }: TabProps) => {
  const { form, change, faults } = editor
  return (
    <>
      <Seconds
        label={t('databases.chartCache')}
        hint={t('databases.chartCacheHint')}
        value={form.cache_timeout}
        error={faults['cache_timeout']}
        onChange={(text) => change({ cache_timeout: text }, 'cache_timeout')}
      />
      <Seconds
        label={t('databases.schemaCache')}
        hint={t('databases.metadataCacheHint')}
        value={form.extra.schema_cache_timeout}
        error={faults['schema_cache_timeout']}
        onChange={(text) => changeExtra(editor, { schema_cache_timeout: text }, 'schema_cache_timeout')}
      />
      <Seconds
        label={t('databases.tableCache')}
        hint={t('databases.metadataCacheHint')}
        value={form.extra.table_cache_timeout}
        error={faults['table_cache_timeout']}
        onChange={(text) => changeExtra(editor, { table_cache_timeout: text }, 'table_cache_timeout')}
      />
      <Setting
        label={t('databases.runAsync')}
        hint={t('databases.runAsyncHint')}
        isOn={form.allow_run_async}
        onChange={(isOn) => change({ allow_run_async: isOn })}
      />
      <Setting
        label={t('databases.cancelOnLeave')}
        hint={t('databases.cancelOnLeaveHint')}
        isOn={form.extra.cancel_query_on_windows_unload}
        onChange={(isOn) => changeExtra(editor, { cancel_query_on_windows_unload: isOn })}
      />
    </>
  )
}

const Code = ({
  label,
  hint,
  value,
  error,
  placeholder,
  onChange,
}: {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly error: string | undefined
  readonly placeholder?: string
  readonly onChange: (text: string) => void
}) => (
  <Field label={label} hint={hint} error={error}>
    {(ids) => (
      <TextArea {...ids} rows={4} spellCheck={false} autoComplete="off" className={styles.code} placeholder={placeholder} value={value} onChange={onChange} />
    )}
  </Field>
)

const SecurityTab = ({ kind, editor }: TabProps) => {
  const { form, change, faults } = editor
  const takesFiles = kind?.engine_information?.supports_file_upload !== false
  return (
    <>
      <Code
        label={t('databases.secureExtra')}
        hint={t('databases.secureExtraHint')}
        value={form.secureExtra}
        error={faults['masked_encrypted_extra']}
        onChange={(text) => change({ secureExtra: text }, 'masked_encrypted_extra')}
      />
      <Code
        label={t('databases.certificate')}
        hint={t('databases.certificateHint')}
        placeholder="-----BEGIN CERTIFICATE-----"
        value={form.server_cert}
        error={faults['server_cert']}
        onChange={(text) => change({ server_cert: text }, 'server_cert')}
      />
      <Setting
        label={t('databases.impersonate')}
        hint={t('databases.impersonateHint')}
        isOn={form.impersonate_user}
        onChange={(isOn) => change({ impersonate_user: isOn })}
      />
      <Setting
        label={t('databases.allowUpload')}
        hint={takesFiles ? t('databases.allowUploadHint') : t('databases.noUploadHint')}
        isDisabled={!takesFiles}
        isOn={form.allow_file_upload}
        onChange={(isOn) => change({ allow_file_upload: isOn })}
      >
        <Field label={t('databases.uploadSchemas')} hint={t('databases.uploadSchemasHint')}>
          {(ids) => (
            <Input
              {...ids}
              size="md"
              autoComplete="off"
              spellCheck={false}
              value={form.extra.schemas_allowed_for_file_upload}
              onChange={(text) => changeExtra(editor, { schemas_allowed_for_file_upload: text })}
            />
          )}
        </Field>
      </Setting>
    </>
  )
}

const OtherTab = ({ kind, editor }: TabProps) => {
  const { form, faults } = editor
  return (
    <>
      <Code
        label={t('databases.metadataParams')}
        hint={t('databases.metadataParamsHint')}
        value={form.extra.metadata_params}
        error={faults['metadata_params']}
        onChange={(text) => changeExtra(editor, { metadata_params: text }, 'metadata_params')}
      />
      <Code
        label={t('databases.engineParams')}
        hint={t('databases.engineParamsHint')}
        value={form.extra.engine_params}
        error={faults['engine_params'] ?? faults['extra']}
        onChange={(text) => changeExtra(editor, { engine_params: text }, 'engine_params')}
      />
      <Field label={t('databases.version')} hint={t('databases.versionHint')}>
        {(ids) => <Input {...ids} size="md" autoComplete="off" value={form.extra.version} onChange={(text) => changeExtra(editor, { version: text })} />}
      </Field>
      <Setting
        label={t('databases.noDrill')}
        hint={t('databases.noDrillHint')}
        isOn={form.extra.disable_drill_to_detail}
        onChange={(isOn) => changeExtra(editor, { disable_drill_to_detail: isOn })}
      />
      {kind?.engine_information?.supports_dynamic_catalog === true && (
        <Setting
          label={t('databases.multiCatalog')}
          hint={t('databases.multiCatalogHint')}
          isOn={form.extra.allow_multi_catalog}
          onChange={(isOn) => changeExtra(editor, { allow_multi_catalog: isOn })}
        />
      )}
    </>
  )
}
