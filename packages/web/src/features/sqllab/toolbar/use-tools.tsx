import { AlignLeft, Braces, Gauge, Link2, Save } from 'lucide-react'
import type { ReactNode } from 'react'
import { isFeatureOn, may } from '../../../api/bootstrap.ts'
import { commandKey } from '../../../ui/command-key.ts'
import { t } from '../../../words/words.ts'
import { useLab } from '../lab/store.ts'
import { tabOf } from '../state/tabs.ts'
import { readParameters } from './template-parameters.ts'

export type ToolKey = 'parameters' | 'estimate' | 'format' | 'share' | 'save'
export type ToolCommands = Readonly<Record<ToolKey, () => void>>

/** One thing to do with the text, drawn as a button of the bar or as an entry of its menu. */
export interface Tool {
  readonly key: ToolKey
  readonly place: 'start' | 'end'
  readonly label: string
  readonly icon: ReactNode
  /** What it does, or why it cannot be done now. */
  readonly hint: string
  readonly isDisabled: boolean
  readonly shortcut?: string
  readonly count?: number
  readonly isFaulty?: boolean
  readonly onSelect: () => void
}

const mayShare = (): boolean => (isFeatureOn('SHARE_QUERIES_VIA_KV_STORE') ? may('can_store', 'KV') : may('can_write', 'SqlLabPermalinkRestApi'))

/** The tools this person has for this tab, in their order. */
export function useTools(tabId: string, isBlank: boolean, commands: ToolCommands): readonly Tool[] {
  const dbId = useLab((lab) => tabOf(lab.sql, tabId)?.dbId ?? null)
  const canEstimate = useLab((lab) => (dbId === null ? undefined : lab.databases[dbId])?.allows_cost_estimate === true)
  const hasSelection = useLab((lab) => Boolean(tabOf(lab.sql, tabId)?.selectedText))
  const parameters = useLab((lab) => tabOf(lab.sql, tabId)?.templateParams ?? null)
  const missing = dbId === null ? t('sqllab.noDatabase') : isBlank ? t('sqllab.nothingToRun') : undefined
  const all: readonly (Tool | false)[] = [
    isFeatureOn('ENABLE_TEMPLATE_PROCESSING') && parametersTool(parameters, commands.parameters),
    isFeatureOn('ESTIMATE_QUERY_COST') &&
      canEstimate &&
      may('can_estimate_query_cost', 'SQLLab') && {
        key: 'estimate',
        place: 'start',
        label: t('sqlbar.estimate'),
        icon: <Gauge size={14} aria-hidden />,
        hint: missing ?? t(hasSelection ? 'sqlbar.estimateSelectedTip' : 'sqlbar.estimateTip'),
        isDisabled: missing !== undefined,
        onSelect: commands.estimate,
      },
    {
      key: 'format',
      place: 'start',
      label: t('sqlbar.format'),
      icon: <AlignLeft size={14} aria-hidden />,
      hint: isBlank ? t('sqllab.nothingToRun') : t('sqlbar.formatTip'),
      isDisabled: isBlank,
      shortcut: 'Ctrl Shift F',
      onSelect: commands.format,
    },
    may('can_write', 'SavedQuery') && {
      key: 'save',
      place: 'end',
      label: t('sqllab.save'),
      icon: <Save size={14} aria-hidden />,
      hint: missing ?? t('sqlbar.saveQuery'),
      isDisabled: missing !== undefined,
      shortcut: `${commandKey()} S`,
      onSelect: commands.save,
    },
    mayShare() && {
      key: 'share',
      place: 'end',
      label: t('sqlbar.share'),
      icon: <Link2 size={14} aria-hidden />,
      hint: missing ?? t('sqlbar.shareTip'),
      isDisabled: missing !== undefined,
      onSelect: commands.share,
    },
  ]
  return all.filter((tool) => tool !== false)
}

function parametersTool(text: string | null, onSelect: () => void): Tool {
  const { count, fault } = readParameters(text)
  return {
    key: 'parameters',
    place: 'start',
    label: t('sqlbar.parameters'),
    icon: <Braces size={14} aria-hidden />,
    hint: t(fault === undefined ? 'sqlbar.parametersTip' : 'sqlbar.invalidParametersTip'),
    isDisabled: false,
    count,
    isFaulty: fault !== undefined,
    onSelect,
  }
}
