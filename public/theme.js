// Applies the theme that the user has chosen (src/ui/settings/state/theme.ts) before anything is drawn. It is a plain
// script: a module would run when the page may be visible already, and the policy allows no inline script. It follows
// the choice of other tabs.
{
  const KEY = 'swipfs-theme'

  const show = (/** @type {string | null} */ theme) => {
    const isChosen = theme === 'light' || theme === 'dark'
    document.documentElement.dataset.theme = isChosen ? theme : 'system'

    for (const color of document.querySelectorAll('meta[name=theme-color]')) {
      const { of } = color.dataset
      const chosen = of === theme ? 'all' : 'not all'
      color.media = isChosen ? chosen : `(prefers-color-scheme: ${of})`
    }
  }

  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY || key == null) show(newValue)
  })

  try {
    show(localStorage.getItem(KEY))
  } catch {
    // the browser keeps nothing for this page: it looks as the system does
  }
}
