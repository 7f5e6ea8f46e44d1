import { Store } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { say } from '../../page/news.ts'

/** Not in the TypeScript DOM types, because Firefox and Safari have no such event. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** The browser's offer to install the page, if any. */
export const install = new Store<{ prompt?: InstallPrompt }>({})

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault() // The page offers it by a button.
  install.set({ prompt: event as InstallPrompt })
})
addEventListener('appinstalled', () => {
  install.set({})
  say(t('swipfs is installed.'))
})

/** Shows the browser's install prompt, which is possible once per offer. */
export async function installPage (): Promise<void> {
  const { prompt } = install.value
  install.set({})
  await prompt?.prompt()
}
