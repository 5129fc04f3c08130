import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { t } from '../../../words/words.ts'
import styles from './toolbar.module.css'
import type { Tool } from './use-tools.tsx'

export const ToolButton = ({ tool, kind, className }: { readonly tool: Tool; readonly kind: 'quiet' | 'default'; readonly className?: string | undefined }) => (
  <Tooltip text={tool.hint}>
    <Button kind={kind} icon={tool.icon} isDisabled={tool.isDisabled} className={className} onClick={tool.onSelect}>
      {tool.label}
      {tool.count !== undefined && tool.count > 0 && <span className={styles.count}>{tool.count}</span>}
      {tool.isFaulty && <TriangleAlert size={14} className={styles.fault} role="img" aria-label={t('sqlbar.invalidJson')} />}
    </Button>
  </Tooltip>
)
