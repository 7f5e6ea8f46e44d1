import { Store } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { say } from './news.ts'

/** No standard that the types know: Firefox and Safari have no such event. */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** Whether the browser offers to install the page. */
export const install = new Store<{ prompt?: InstallPrompt }>({})

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault() // it is offered by a button of the page
  install.set({ prompt: event as InstallPrompt })
})
addEventListener('appinstalled', () => {
  install.set({})
  say(t('swipfs is installed.'))
})

/** Asks the person, by the browser; it may be asked once for each offer. */
export async function installPage (): Promise<void> {
  const { prompt } = install.value
  install.set({})
  await prompt?.prompt()
}
