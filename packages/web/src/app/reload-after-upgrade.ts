const key = 'sightline.reloaded'
const pauseMs = 30_000

/**
 * A page opened before an upgrade asks for parts that are gone. Loading the page anew gives the new ones; done at most once in
 * half a minute, so that a server that really lacks a part shows the error instead of reloading for ever.
 */
export const reloadAfterUpgrade = (): void => {
  window.addEventListener('vite:preloadError', (event) => {
    try {
      const last = Number(sessionStorage.getItem(key) ?? 0)
      if (Date.now() - last < pauseMs) return
      sessionStorage.setItem(key, String(Date.now()))
    } catch {
      return
    }
    event.preventDefault()
    location.reload()
  })
}
