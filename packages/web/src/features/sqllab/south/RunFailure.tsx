import { ButtonLink } from '../../../ui/Button.tsx'
import { ErrorBox } from '../../../ui/ErrorBox.tsx'
import { t } from '../../../words/words.ts'
import type { Run } from '../state/model.ts'
import { describeFailures } from './describe-failure.ts'
import styles from './South.module.css'

/** Why there are no rows, each reason by its type. */
export const RunFailure = ({ run }: { readonly run: Run }) => (
  <div className={styles.pane}>
    {describeFailures(run).map(({ title, text, level, details, guesses, link, isCode }, index) => (
      <ErrorBox
        key={`${title} ${String(index)}`}
        title={title}
        text={text}
        level={level}
        details={details}
        isCode={isCode}
        actions={
          <>
            {link !== undefined && (
              <ButtonLink to={link} isFullLoad>
                {t('sqllab.requestAccess')}
              </ButtonLink>
            )}
            {run.trackingUrl && <TrackLink url={run.trackingUrl} label={t('sqllab.queryDetails')} />}
          </>
        }
      >
        {guesses.length > 0 && (
          <div>
            <p>{t('sqllab.didYouMean')}</p>
            <ul className={styles.guesses}>
              {guesses.map(({ name, guess }) => (
                <li key={`${name} ${guess}`}>{t('sqllab.guess', { name, guess })}</li>
              ))}
            </ul>
          </div>
        )}
      </ErrorBox>
    ))}
  </div>
)

/** The database's own page about a run. Only web pages are followed. */
export const TrackLink = ({ url, label }: { readonly url: string; readonly label: string }) =>
  /^https?:\/\//i.test(url) ? (
    <a className={styles.track} href={url} target="_blank" rel="noreferrer">
      {label}
    </a>
  ) : null
