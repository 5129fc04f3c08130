import { useRef, type RefObject } from 'react'
import { Splitter } from '../../ui/Splitter.tsx'
import { SqlEditor, type SqlEditorHandle } from './editor/SqlEditor.tsx'
import { arrange, edit } from './lab/tab-commands.ts'
import { useLab } from './lab/store.ts'
import { useAutorun } from './lab/use-autorun.ts'
import { SchemaBar } from './schema/SchemaBar.tsx'
import { useLeftBarKey } from './schema/use-left-bar-key.ts'
import { SouthPane } from './south/SouthPane.tsx'
import styles from './SqlPage.module.css'
import { tabOf } from './state/tabs.ts'
import { TabBar } from './tabs/TabBar.tsx'
import { EditorToolbar } from './toolbar/EditorToolbar.tsx'

/** One tab: what there is to ask on the left, the text above, the rows below. */
export const Workbench = ({ tabId }: { readonly tabId: string }) => {
  const editor = useRef<SqlEditorHandle>(null)
  const hidesLeftBar = useLab((lab) => tabOf(lab.sql, tabId)?.hideLeftBar === true)
  useLeftBarKey(tabId)
  const work = (
    <div className={styles.main}>
      <TabBar />
      <div key={tabId} id="sql-tab-panel" role="tabpanel" className={styles.panel}>
        <TabPanel tabId={tabId} editor={editor} />
      </div>
    </div>
  )
  if (hidesLeftBar) return <div className={styles.bench}>{work}</div>
  return (
    <div className={styles.bench}>
      <Splitter
        direction="row"
        initialSize={264}
        least={200}
        most={520}
        storageKey="sightline.sqllab.side"
        first={<SchemaBar key={tabId} tabId={tabId} onInsert={(text) => editor.current?.insert(text)} onHide={() => edit(tabId, { hideLeftBar: true })} />}
        second={work}
      />
    </div>
  )
}

const TabPanel = ({ tabId, editor }: { readonly tabId: string; readonly editor: RefObject<SqlEditorHandle | null> }) => {
  const north = useLab((lab) => tabOf(lab.sql, tabId)?.northPercent ?? 30)
  useAutorun(tabId)
  const keepSplit = (size: number): void => {
    const percent = Math.max(5, Math.min(95, Math.round((size / innerHeight) * 100)))
    arrange(tabId, { northPercent: percent, southPercent: 100 - percent })
  }
  return (
    <>
      <EditorToolbar tabId={tabId} editor={editor} />
      <div className={styles.work}>
        <Splitter
          direction="column"
          sized="first"
          initialSize={Math.max(160, Math.round((north / 100) * innerHeight))}
          least={96}
          onResize={keepSplit}
          first={<SqlEditor ref={editor} tabId={tabId} />}
          second={<SouthPane tabId={tabId} onReplace={(text) => editor.current?.replace(text)} />}
        />
      </div>
    </>
  )
}
