import { encodeRison } from '@sightline/core'
import { Download, Upload } from 'lucide-react'
import { isAbort } from '../../api/failure.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import { requestFile } from '../../api/client.ts'
import type { ResourceName } from '../../api/resources.ts'
import { bundleResources, mayExport, openImport } from '../../import-door.ts'
import type { BundleResource } from '../../import-door.ts'
import { t } from '../../words/words.ts'
import { Button } from '../Button.tsx'
import type { MenuEntry } from '../Menu.tsx'
import { saveFile } from '../save-file.ts'
import { showLastingToast, showToast } from '../toasts.ts'
import type { BulkAction } from './list-description.ts'

/** The resource of a list, where its rows leave and come in as bundles. */
export const bundleOf = (resource: ResourceName): BundleResource | undefined => bundleResources.find((one) => one === resource)

/** Rows with what they need, as one zip; the toast stays as long as it takes and can call it off. */
const exportRows = async (resource: BundleResource, ids: readonly number[]): Promise<void> => {
  const call = new AbortController()
  const end = showLastingToast(t('bundle.exporting'), { label: t('ui.cancel'), onSelect: () => call.abort() })
  try {
    const { blob, name } = await requestFile(`/api/v1/${resource}/export/`, { query: { q: encodeRison(ids) }, signal: call.signal, timeoutMs: 0 })
    saveFile(blob, name ?? `${resource}_export.zip`)
  } catch (cause) {
    if (!isAbort(cause)) showToast('danger', t('bundle.exportFailed', { what: t(`bundle.many.${resource}`), error: normaliseError(cause).error }))
  } finally {
    end()
  }
}

export const ImportButton = ({ resource }: { readonly resource: BundleResource }) => (
  <Button kind="quiet" size="md" icon={<Upload size={14} />} aria-label={t(`bundle.import.${resource}`)} onClick={() => openImport(resource)}>
    {t('bundle.import')}
  </Button>
)

export const exportEntries = (resource: BundleResource, id: number): readonly MenuEntry[] =>
  mayExport(resource)
    ? [{ key: 'export', label: t(`bundle.exportOne.${resource}`), icon: <Download size={14} />, onSelect: () => void exportRows(resource, [id]) }]
    : []

export const exportMany = <Row extends { readonly id: number }>(resource: BundleResource): readonly BulkAction<Row>[] =>
  mayExport(resource)
    ? [
        {
          key: 'export',
          label: t('bundle.export'),
          icon: <Download size={14} />,
          onSelect: (rows) =>
            void exportRows(
              resource,
              rows.map(({ id }) => id),
            ),
        },
      ]
    : []
