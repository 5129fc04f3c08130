// Runs before the first paint, so that a dark page never flashes white. The rest of the theme lives in src/ui/theme.ts.
;(function () {
  var choice = 'system'
  try {
    choice = localStorage.getItem('sightline.theme') || 'system'
  } catch {
    // Storage may be forbidden; the system's wish is a good answer then.
  }
  var isDark = choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
