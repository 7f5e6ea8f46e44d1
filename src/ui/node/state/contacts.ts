import { rpc } from '../../../client/index.ts'
import { Store } from '../../lib/reactive/store.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { readNetwork } from '../../network/state/network.ts'
import { say } from '../../page/news.ts'

/** Settings of the contacted hosts; `auto` stands for the recommended ones. */
export const CONTACT_KEYS = ['Bootstrap', 'Routing.DelegatedRouters', 'HTTPRetrieval.Gateways'] as const

export type ContactKey = typeof CONTACT_KEYS[number]

export interface ContactsState {
  /** the stored lists; undefined until they are read */
  lists?: Record<ContactKey, string[]>
  /** why they could not be changed */
  problem?: PlainError
}

export const contacts = new Store<ContactsState>({})

/** Value of a setting that is not set. */
const UNSET = ['auto']

export async function readContacts (): Promise<void> {
  try {
    const config = await rpc<Record<string, Record<string, string[] | null> | string[] | null>>('config/show')

    const listOf = (key: ContactKey): string[] => {
      const [section, name] = key.split('.')
      const value = config[section]
      return (name == null ? value : (value as Record<string, string[] | null> | undefined)?.[name]) as
        | string[]
        | null
        | undefined ?? UNSET
    }

    contacts.patch({
      lists: Object.fromEntries(CONTACT_KEYS.map((key) => [key, listOf(key)])) as Record<ContactKey, string[]>
    })
  } catch (err) {
    contacts.patch({ problem: plainError(err) })
  }
}

/** Replaces the list. It applies from the next request on. */
export async function keepContacts (key: ContactKey, values: readonly string[]): Promise<void> {
  try {
    await rpc('config', { args: [key, JSON.stringify(values)], options: { json: true } })
    contacts.patch({ problem: undefined })
    say(t('The settings were changed.'))
    await Promise.all([readContacts(), readNetwork()])
  } catch (err) {
    contacts.patch({ problem: plainError(err) })
  }
}
