import { ArrowRight } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './Home.module.css'

/** A group of the home page: name, a choice, a way to the whole list. */
export const Section = ({
  title,
  tools,
  all,
  children,
}: {
  readonly title: string
  readonly tools?: ReactNode
  readonly all?: { readonly label: string; readonly to: string }
  readonly children: ReactNode
}) => {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id} className={styles.sectionTitle}>
          {title}
        </h2>
        {tools}
        {all !== undefined && (
          <Link to={all.to} className={styles.all}>
            {all.label}
            <ArrowRight size={14} aria-hidden />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
