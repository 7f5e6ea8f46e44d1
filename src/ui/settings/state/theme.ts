import { Store } from '../../lib/reactive/store.ts'

/** Themes: the system's, or the user's choice. */
export const THEMES = ['system', 'light', 'dark'] as const

export type Theme = typeof THEMES[number]

/** Storage key, also used by public/theme.js, which applies the theme. */
const KEY = 'swipfs-theme'

export const theme = new Store<Theme>(shown())

// public/theme.js handles the event first.
addEventListener('storage', () => {
  theme.set(shown())
})

/** Sets the theme, in all tabs and persistently. */
export function chooseTheme (chosen: Theme): void {
  try {
    localStorage.setItem(KEY, chosen)
  } catch {} // Storage is full or denied: the theme applies while the page is open.

  // A browser sends the event only to other tabs.
  dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: chosen }))
}

function shown (): Theme {
  return THEMES.find((one) => one === document.documentElement.dataset.theme) ?? 'system'
}
