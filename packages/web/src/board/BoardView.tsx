import { gridColumns, gridId, rootId } from '@sightline/core'
import { BlockView } from './BlockView.tsx'
import styles from './BlockView.module.css'
import { useBoard } from './board-context.ts'

/** The blocks of a dashboard on twelve columns, to be read. */
export const BoardView = () => {
  const { layout } = useBoard()
  return (
    <div className={styles.board}>
      <BlockView id={layout[rootId]?.children[0] ?? gridId} columns={gridColumns} />
    </div>
  )
}
