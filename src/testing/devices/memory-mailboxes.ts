import type { OpenMailbox } from '../../devices/pairing/mailbox.ts'

/** Mailboxes of a relay in memory, which a test can tamper with. */
export interface MailboxStore {
  open: OpenMailbox
  /** changes a message while it is read; `at` is its place in the order of first posts */
  change: (text: string, at: number) => string
  /** stores nothing */
  isDown: boolean
  /** the current messages in the order of first posts */
  messages: () => string[]
  /** puts an earlier message back */
  replace: (at: number, text: string) => void
}

/** Creates mailboxes in memory. */
export function memoryMailboxes (): MailboxStore {
  const boxes = new Map<string, string>()

  const store: MailboxStore = {
    change: (text) => text,
    isDown: false,
    messages: () => [...boxes.values()],
    replace: (at, text) => {
      boxes.set([...boxes.keys()][at], text)
    },

    open: async (seed) => {
      const key = seed.join()
      return {
        post: async (message) => {
          if (!store.isDown) {
            boxes.set(key, message)
          }

          return !store.isDown
        },
        read: async () => {
          const message = boxes.get(key)
          return message == null ? undefined : store.change(message, [...boxes.keys()].indexOf(key))
        },
        close: async () => {}
      }
    }
  }
  return store
}
