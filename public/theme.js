// The theme that a person has chosen (src/ui/settings/state/theme.ts), before anything is drawn: a plain script of its own,
// since a module runs when the page may be seen already, and the policy allows no script in the page. It follows what
// any tab chooses.
{
  const KEY = 'swipfs-theme'

  const show = (/** @type {string | null} */ theme) => {
    const isChosen = theme === 'light' || theme === 'dark'
    document.documentElement.dataset.theme = isChosen ? theme : 'system'

    for (const color of document.querySelectorAll('meta[name=theme-color]')) {
      const { of } = color.dataset
      color.media = !isChosen ? `(prefers-color-scheme: ${of})` : of === theme ? 'all' : 'not all'
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
