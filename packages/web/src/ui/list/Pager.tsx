import { ChevronLeft, ChevronRight } from 'lucide-react'
import { formatCount, t } from '../../words/words.ts'
import { IconButton } from '../Button.tsx'
import { pagesToShow, pageSize } from './list-state.ts'
import styles from './List.module.css'

/** "Showing 1–25 of 312" and the pages. */
export const Pager = ({
  page,
  count,
  shown,
  onChange,
}: {
  readonly page: number
  readonly count: number
  readonly shown: number
  readonly onChange: (page: number) => void
}) => {
  const pageCount = Math.ceil(count / pageSize)
  const from = page * pageSize
  return (
    <footer className={styles.foot}>
      <span role="status">
        {count === 0 ? '' : t('list.showing', { from: formatCount(from + 1), to: formatCount(from + shown), count: formatCount(count) })}
      </span>
      {pageCount > 1 && (
        <nav className={styles.pager} aria-label={t('list.pages')}>
          <IconButton label={t('list.previous')} icon={<ChevronLeft size={14} />} isDisabled={page === 0} onClick={() => onChange(page - 1)} />
          {pagesToShow(page, pageCount).map((index, at) =>
            index === null ? (
              <span key={`gap-${at}`} className={styles.gap} aria-hidden>
                …
              </span>
            ) : (
              <button
                key={index}
                type="button"
                className={styles.pageButton}
                aria-current={index === page ? 'page' : undefined}
                aria-label={t('list.page', { page: index + 1 })}
                onClick={() => onChange(index)}
              >
                {index + 1}
              </button>
            ),
          )}
          <IconButton label={t('list.next')} icon={<ChevronRight size={14} />} isDisabled={page >= pageCount - 1} onClick={() => onChange(page + 1)} />
        </nav>
      )}
    </footer>
  )
}
