import { useRef } from 'react'
import { Splitter } from '../../ui/Splitter.tsx'
import { SqlEditor, type SqlEditorHandle } from './editor/SqlEditor.tsx'
import { arrange, edit } from './lab/tab-commands.ts'
import { useLab } from './lab/store.ts'
import { SchemaBar } from './schema/SchemaBar.tsx'
import { SouthPane } from './south/SouthPane.tsx'
import styles from './SqlPage.module.css'
import { tabOf } from './state/tabs.ts'
import { EditorToolbar } from './toolbar/EditorToolbar.tsx'

/** One tab: what there is to ask on the left, the text above, the rows below. */
export const Workbench = ({ tabId }: { readonly tabId: string }) => {
  const editor = useRef<SqlEditorHandle>(null)
  const hidesLeftBar = useLab((lab) => tabOf(lab.sql, tabId)?.hideLeftBar === true)
  const north = useLab((lab) => tabOf(lab.sql, tabId)?.northPercent ?? 30)
  const work = (
    <div className={styles.main}>
      <EditorToolbar tabId={tabId} editor={editor} />
      <div className={styles.work}>
        <Splitter
          direction="column"
          sized="first"
          initialSize={Math.max(160, Math.round((north / 100) * innerHeight))}
          least={96}
          onResize={(size) =>
            arrange(tabId, { northPercent: Math.round((size / innerHeight) * 100), southPercent: 100 - Math.round((size / innerHeight) * 100) })
          }
          first={<SqlEditor ref={editor} tabId={tabId} />}
          second={<SouthPane tabId={tabId} />}
        />
      </div>
    </div>
  )
  if (hidesLeftBar) return <div className={styles.bench}>{work}</div>
  return (
    <div className={styles.bench}>
      <Splitter
        direction="row"
        initialSize={280}
        least={200}
        most={520}
        storageKey="sightline.sqllab.side"
        first={<SchemaBar tabId={tabId} onInsert={(text) => editor.current?.insert(text)} onHide={() => edit(tabId, { hideLeftBar: true })} />}
        second={work}
      />
    </div>
  )
}
