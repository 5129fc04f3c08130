import { ArrowRight, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { joinClasses } from '../../ui/join-classes.ts'
import styles from './Home.module.css'
import type { PanelState } from './panels.ts'

export interface SectionProps {
  readonly title: string
  readonly tools?: ReactNode
  readonly all?: { readonly label: string; readonly to: string }
  /** Given for panels that fold away. */
  readonly panel?: PanelState
  readonly children: ReactNode
}

/** A group of the home page: name, a choice, a way to the whole list. */
export const Section = ({ title, tools, all, panel, children }: SectionProps) => {
  const id = useId()
  const isOpen = panel?.isOpen ?? true
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h2 id={id} className={styles.sectionTitle}>
          {panel === undefined ? (
            title
          ) : (
            <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={panel.onToggle}>
              {title}
              <ChevronRight size={14} aria-hidden className={joinClasses(styles.foldGlyph, isOpen && styles.isOpen)} />
            </button>
          )}
        </h2>
        {isOpen && tools}
        {isOpen && all !== undefined && (
          <Link to={all.to} className={styles.all}>
            {all.label}
            <ArrowRight size={14} aria-hidden />
          </Link>
        )}
      </div>
      {isOpen && children}
    </section>
  )
}
