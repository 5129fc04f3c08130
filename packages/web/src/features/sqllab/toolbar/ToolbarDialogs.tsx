import { useLab } from '../lab/store.ts'
import { tabOf } from '../state/tabs.ts'
import { CreateAsDialog } from './dialogs/CreateAsDialog.tsx'
import { EstimateDialog } from './dialogs/EstimateDialog.tsx'
import { LinkDialog } from './dialogs/LinkDialog.tsx'
import { ParametersDialog } from './dialogs/ParametersDialog.tsx'
import { SaveQueryDialog } from './dialogs/SaveQueryDialog.tsx'
import { ShortcutsDialog } from './dialogs/ShortcutsDialog.tsx'
import type { ScheduleForm } from './schedule/schedule-form.ts'
import { ScheduleDialog } from './schedule/ScheduleDialog.tsx'

export type OpenDialog =
  | { readonly kind: 'save' | 'parameters' | 'estimate' | 'schedule' | 'shortcuts' }
  | { readonly kind: 'create'; readonly method: 'TABLE' | 'VIEW' }
  | { readonly kind: 'link'; readonly link: string }

export interface ToolbarDialogsProps {
  readonly tabId: string
  readonly dialog: OpenDialog
  readonly schedule: ScheduleForm | undefined
  readonly onEstimate: () => void
  readonly onCreate: (method: 'TABLE' | 'VIEW', name: string) => void
  readonly onClose: () => void
}

/** The dialog that is open over the editor. */
export const ToolbarDialogs = ({ tabId, dialog, schedule, onEstimate, onCreate, onClose }: ToolbarDialogsProps) => {
  const tab = useLab((lab) => tabOf(lab.sql, tabId))
  const forcedSchema = useLab((lab) => lab.databases[tabOf(lab.sql, tabId)?.dbId ?? -1]?.force_ctas_schema ?? null)
  if (!tab) return null
  switch (dialog.kind) {
    case 'save':
      return <SaveQueryDialog tab={tab} onClose={onClose} />
    case 'parameters':
      return <ParametersDialog tab={tab} onClose={onClose} />
    case 'estimate':
      return <EstimateDialog tabId={tabId} onRetry={onEstimate} onClose={onClose} />
    case 'create':
      return (
        <CreateAsDialog
          method={dialog.method}
          forcedSchema={forcedSchema}
          schema={tab.schema}
          onCreate={(name) => onCreate(dialog.method, name)}
          onClose={onClose}
        />
      )
    case 'link':
      return <LinkDialog link={dialog.link} onClose={onClose} />
    case 'schedule':
      return schedule === undefined ? null : <ScheduleDialog tabId={tabId} name={tab.name} form={schedule} onClose={onClose} />
    case 'shortcuts':
      return <ShortcutsDialog onClose={onClose} />
  }
}
