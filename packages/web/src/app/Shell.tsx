import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { bootstrap } from '../api/bootstrap.ts'
import { showToast, toneOfCategory } from '../ui/toasts.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { t } from '../words/words.ts'
import { DatasetHost } from './DatasetHost.tsx'
import { ImportHost } from './ImportHost.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import styles from './Shell.module.css'
import { TopBar } from './TopBar.tsx'
import { UploadHost } from './UploadHost.tsx'

const CommandPalette = lazy(async () => ({ default: (await import('./CommandPalette.tsx')).CommandPalette }))

/** The frame around every page: skip link, top bar, the page, toasts, and the palette on Ctrl/⌘ K. */
export const Shell = () => {
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  const location = useLocation()
  const navigation = useNavigation()
  const isChanging = navigation.state === 'loading' && navigation.location.pathname !== location.pathname
  const standalone = new URLSearchParams(location.search).get('standalone')
  const hasBar = (standalone === null || standalone === '0' || standalone === 'false') && location.pathname !== '/login/' && location.pathname !== '/login'

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setIsPaletteOpen((isOpen) => !isOpen)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  // The messages belong to the page the server sent, not to later ones; the sign-in page shows them itself.
  useEffect(() => {
    if (window.location.pathname.startsWith('/login')) return
    for (const [category, text] of bootstrap().common.flash_messages ?? []) showToast(toneOfCategory(category), text)
  }, [])

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      {hasBar && <TopBar onSearch={() => setIsPaletteOpen(true)} />}
      <main id="content" tabIndex={-1} className={styles.main}>
        {isChanging ? (
          <PageSkeleton />
        ) : (
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        )}
      </main>
      <UploadHost />
      <DatasetHost />
      <ImportHost />
      <Toasts />
      {isPaletteOpen && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => setIsPaletteOpen(false)} />
        </Suspense>
      )}
      <ScrollRestoration />
    </div>
  )
}
