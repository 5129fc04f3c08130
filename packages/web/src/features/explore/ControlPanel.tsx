import type { Chart, Control, ControlSection } from '@sightline/charts'
import { ChevronDown, ChevronRight, CircleAlert, Square } from 'lucide-react'
import { useState } from 'react'
import { widgets } from '../../controls/all.ts'
import type { Dataset } from '../../controls/dataset.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { t } from '../../words/words.ts'
import styles from './ControlPanel.module.css'
import { visibleControls, type Form, type KindOf, type Problems } from './state.ts'
import { TypeControl } from './TypeControl.tsx'

export interface ControlPanelProps {
  readonly chart: Chart
  readonly form: Form
  readonly dataset: Dataset
  readonly kindOf: KindOf
  /** All that keeps the chart from being drawn, and of it what is shown as a mistake. */
  readonly problems: Problems
  readonly shown: Problems
  readonly isStale: boolean
  readonly isRunning: boolean
  readonly hasRun: boolean
  readonly onSet: (name: string, value: unknown) => void
  readonly onRun: () => void
  readonly onStop: () => void
  /** The type of the chart on the screen, which may be another one than the form's. */
  readonly drawnType: string | undefined
  readonly onType: (id: string) => void
  readonly onPickType: () => void
}

const problemWords = { empty: 'control.empty', integer: 'control.integer', number: 'control.number' } as const

/** The settings of a chart, made from what the chart says about itself. */
export const ControlPanel = (props: ControlPanelProps) => {
  const { chart, form, kindOf, problems, isStale, isRunning, hasRun } = props
  const [tab, setTab] = useState<'data' | 'customize'>('data')
  const sectionsOf = (of: 'data' | 'customize'): readonly ControlSection[] =>
    chart.sections.filter((section) => section.tab === of && visibleControls(section, form, kindOf).some(({ kind }) => widgets[kind]))
  const hasCustomize = sectionsOf('customize').length > 0
  const glyph = (of: 'data' | 'customize') => {
    const names = sectionsOf(of).flatMap(({ controls }) => controls.map(({ name }) => name))
    return names.some((name) => problems[name]) ? { badge: <ProblemGlyph isShown={names.some((name) => props.shown[name])} /> } : {}
  }
  const active = hasCustomize ? tab : 'data'
  return (
    <div className={styles.panel}>
      <Tabs
        label={t('explore.title')}
        className={styles.tabs}
        items={[
          { key: 'data' as const, label: t('explore.data'), ...glyph('data') },
          ...(hasCustomize ? [{ key: 'customize' as const, label: t('explore.customize'), ...glyph('customize') }] : []),
        ]}
        value={active}
        onChange={setTab}
      />
      <div className={styles.scroll}>
        {active === 'data' && <TypeControl current={chart.id} drawn={props.drawnType} onPick={props.onType} onViewAll={props.onPickType} />}
        {sectionsOf(active).map((section) => (
          <Section key={`${chart.id} ${section.label}`} section={section} {...props} />
        ))}
      </div>
      <footer className={styles.foot}>
        {isRunning ? (
          <Button size="md" className={styles.run} icon={<Square size={12} fill="currentColor" />} onClick={props.onStop}>
            {t('explore.stop')}
          </Button>
        ) : (
          <Button
            size="md"
            kind={isStale ? 'primary' : 'default'}
            className={styles.run}
            isDisabled={Object.keys(problems).length > 0}
            disabledReason={t('explore.needsValues')}
            onClick={props.onRun}
          >
            {hasRun ? t('explore.update') : t('explore.create')}
            <kbd className={styles.kbd}>Ctrl ↵</kbd>
          </Button>
        )}
      </footer>
    </div>
  )
}

/** Amber while something is only missing, red once it is a mistake. */
const ProblemGlyph = ({ isShown }: { readonly isShown: boolean }) => (
  <CircleAlert size={14} className={isShown ? styles.danger : styles.warning} aria-label={isShown ? t('explore.sectionErrors') : t('explore.sectionMissing')} />
)

const Section = ({ section, ...props }: { readonly section: ControlSection } & ControlPanelProps) => {
  const { form, kindOf, problems } = props
  const [isOpen, setIsOpen] = useState(section.expanded || section.label === '')
  const controls = visibleControls(section, form, kindOf).filter(({ kind }) => widgets[kind])
  const hasProblem = controls.some(({ name }) => problems[name])
  const isShown = controls.some(({ name }) => props.shown[name])
  return (
    <section className={styles.section}>
      {section.label !== '' && (
        <h3>
          <button type="button" className={styles.sectionHead} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
            {section.label}
            {hasProblem && <ProblemGlyph isShown={isShown} />}
          </button>
        </h3>
      )}
      {isOpen && (
        <div className={styles.controls}>
          {controls.map((control) => (
            <div key={control.name}>
              {control.heading !== undefined && <h4 className={styles.heading}>{control.heading}</h4>}
              <ControlRow control={control} {...props} />
            </div>
          ))}
        </div>
      )}
    </section>
  )
}

const ControlRow = ({ control, form, dataset, shown, onSet }: { readonly control: Control } & ControlPanelProps) => {
  const Widget = widgets[control.kind]
  const problem = shown[control.name]
  if (!Widget) return null
  const common = { control, form, dataset, value: form[control.name], onChange: (value: unknown) => onSet(control.name, value) }
  if (control.kind === 'checkbox')
    return <Widget {...common} ids={{ id: control.name, 'aria-describedby': undefined, 'aria-invalid': undefined, 'aria-required': undefined }} />
  return (
    <Field label={control.label} help={control.help} error={problem && t(problemWords[problem])} isRequired={control.required ?? false}>
      {(ids) => <Widget {...common} ids={ids} />}
    </Field>
  )
}
