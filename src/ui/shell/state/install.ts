import { Store } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'

/** Not in the TypeScript DOM types, because Firefox and Safari have no such event. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The browser's offer to install the page, if any. */
export const install = new Store<{ prompt?: InstallPrompt }>({})

/**
 * Keeps the browser's offer for the page's own button. A browser makes the offer once, possibly before the parts with
 * that button are loaded, so this runs with the first script.
 */
export function listenForInstall (): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    install.set({ prompt: event as InstallPrompt })
  })
  addEventListener('appinstalled', () => {
    install.set({})
    announceNews(t('swipfs is installed.'))
  })
}

/** Shows the browser's install prompt, which is possible once per offer. */
export async function installPage (): Promise<void> {
  const { prompt } = install.value
  install.set({})
  await prompt?.prompt()
}
