import { Download } from 'lucide-react'
import { useState } from 'react'
import { links } from '../../links.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ImportFailure } from '../../ui/import/ImportFailure.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { t } from '../../words/words.ts'
import { ConfirmMove } from './ConfirmMove.tsx'
import { isComplete, isDraftOf, useDraft } from './draft.ts'
import type { FidelityReport } from './queries.ts'
import { StartProgress } from './StartProgress.tsx'
import { useStart } from './use-start.ts'

/** What can be done with a report: kept as a file, and after a look ahead the move itself. */
export const ReportActions = ({ id, report }: { readonly id: number; readonly report: FidelityReport }) => {
  const draft = useDraft()
  const starting = useStart()
  const [isAsking, setIsAsking] = useState(false)
  const [isTold, setIsTold] = useState(false)
  const download = (): void => saveFile(new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }), `fidelity-report-${id}.json`)
  const isBusy = starting.sent !== undefined
  const close = (): void => {
    starting.stop()
    setIsTold(false)
  }
  return (
    <>
      <Button size="md" kind="quiet" icon={<Download size={14} />} onClick={download}>
        {t('moving.download')}
      </Button>
      {report.is_dry_run &&
        (isDraftOf(draft, report.source) && isComplete(draft) ? (
          <Button size="md" kind="primary" isBusy={isBusy} onClick={() => setIsAsking(true)}>
            {t('moving.move')}
          </Button>
        ) : (
          <ButtonLink size="md" kind="primary" to={links.movingIn()}>
            {t('moving.giveAgain')}
          </ButtonLink>
        ))}
      {isAsking && (
        <ConfirmMove
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsTold(true)
            starting.start(false)
          }}
        />
      )}
      {isTold && (isBusy || starting.failure !== undefined) && (
        <Dialog
          isOpen
          width={520}
          title={t('moving.moveNow')}
          onClose={close}
          footer={
            <Button size="md" data-autofocus onClick={close}>
              {t(isBusy ? 'moving.stop' : 'ui.close')}
            </Button>
          }
        >
          <StartProgress sent={starting.sent} />
          {starting.failure !== undefined && <ImportFailure cause={starting.failure} what={report.source.name} />}
        </Dialog>
      )}
    </>
  )
}
