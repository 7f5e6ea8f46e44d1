import { Store } from '../lib/store.ts'

/** How the page may look: as the system does, or as the person wants it. */
export const THEMES = ['system', 'light', 'dark'] as const

export type Theme = typeof THEMES[number]

/** Where the choice lies, for public/theme.js as well, which shows it. */
const KEY = 'swipfs-theme'

export const theme = new Store<Theme>(shown())

// public/theme.js has heard of it first
addEventListener('storage', () => { theme.set(shown()) })

/** Shows the page in a theme, here and in all its tabs, now and the next time. */
export function chooseTheme (chosen: Theme): void {
  try {
    localStorage.setItem(KEY, chosen)
  } catch {} // full, or refused: it holds as long as the page is open

  // a browser tells the other tabs alone
  dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: chosen }))
}

function shown (): Theme {
  return THEMES.find((one) => one === document.documentElement.dataset.theme) ?? 'system'
}
