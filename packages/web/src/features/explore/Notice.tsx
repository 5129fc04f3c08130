import { Button } from '../../ui/Button.tsx'
import styles from './Explorer.module.css'

export interface NoticeProps {
  readonly title?: string
  readonly text: string
  readonly actions: readonly { readonly label: string; readonly onSelect: () => void }[]
}

/** A line above the chart about what is on the screen, and what can be done about it. */
export const Notice = ({ title, text, actions }: NoticeProps) => (
  <div className={styles.draft} role="status">
    <p>
      {title !== undefined && <strong>{title} </strong>}
      {text}
    </p>
    {actions.map(({ label, onSelect }) => (
      <Button key={label} kind="quiet" onClick={onSelect}>
        {label}
      </Button>
    ))}
  </div>
)
