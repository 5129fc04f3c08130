import type { ReactNode } from 'react'
import { describeDetails, normaliseError } from '../../api/normalise-error.ts'
import { t, tCount } from '../../words/words.ts'
import { ErrorBox } from '../ErrorBox.tsx'
import styles from './Import.module.css'
import { readFileFaults } from './import-needs.ts'

export interface ImportFailureProps {
  readonly cause: unknown
  /** What was being brought in, as in "dashboard". */
  readonly what: string
  readonly actions?: ReactNode
}

/** Why a bundle was refused: the sentence, and everything that is wrong with each of its files. */
export const ImportFailure = ({ cause, what, actions }: ImportFailureProps) => {
  const said = normaliseError(cause)
  const faults = readFileFaults(cause)
  // With a file that the server has read, a better file helps; with a lost connection it does not.
  const isOfFile = said.status === 400 || said.status === 422
  return (
    <ErrorBox
      title={t('import.failed', { what, error: faults.length > 0 ? tCount('import.wrongFiles', faults.length) : said.error })}
      text={isOfFile ? t('import.exportAgain') : undefined}
      details={[describeDetails(said), ...faults.flatMap(({ file, said: lines }) => lines.map((line) => `${file}: ${line}`))].filter(Boolean).join('\n')}
      hidesDetails={faults.length > 0}
      actions={actions}
    >
      {faults.length > 0 && (
        <ul className={styles.faults} tabIndex={0} aria-label={t('import.faults')}>
          {faults.map(({ file, said: lines }) => (
            <li key={file}>
              <code className={styles.faultFile}>{file}</code>
              {lines.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </li>
          ))}
        </ul>
      )}
    </ErrorBox>
  )
}
