import { base64pad } from 'multiformats/bases/base64'
import { callOnce } from '../node-calls.ts'
import type { NodeCalls } from '../node-calls.ts'
import { announceRecord, findRecord, removeKeys, signRecord, verifyRecord } from '../records/signed-records.ts'

/** A place in the network for one message, which only those with its secret find and write. */
export interface Mailbox {
  /** Publishes the message; returns whether it was stored anywhere. */
  post: (message: string, options?: { signal?: AbortSignal }) => Promise<boolean>
  /** Returns the message; undefined if there is none. */
  read: (options?: { signal?: AbortSignal }) => Promise<string | undefined>
  /** Removes the key of the mailbox from the node. */
  close: () => Promise<void>
}

/** Opens the mailbox of a seed. */
export type OpenMailbox = (seed: Uint8Array) => Promise<Mailbox>

/** Prefix of the names of temporary keys. */
export const MAILBOX_KEYS = 'swipfs-pairing-'

/** The header of an Ed25519 private key in PKCS #8 (RFC 8410). */
const PKCS8_HEADER = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]

/** Time for which routers keep a message. */
const LIFETIME = '15m'

/**
 * Opens a mailbox that is the IPNS name of a key. Routers, pubsub and the DHT store and deliver its record, and reject
 * those that another key signed.
 */
export async function openNameMailbox (calls: NodeCalls, seed: Uint8Array): Promise<Mailbox> {
  const keyName = MAILBOX_KEYS + base64pad.baseEncode(crypto.getRandomValues(new Uint8Array(9))).replace(/\W/g, '')
  const { Id: name } = await callOnce<{ Id: string }>(calls, 'key/import', {
    args: [keyName],
    options: { format: 'pem-pkcs8-cleartext' },
    file: new TextEncoder().encode(pemOf(seed))
  })

  return {
    post: async (message, { signal } = {}) => {
      const record = await signRecord(calls, { keyName, value: message, lifetime: LIFETIME })
      return await announceRecord(calls, { name, record, signal })
    },
    read: async ({ signal } = {}) => {
      const record = await findRecord(calls, name, { signal, timeout: '10s' })
      return record == null ? undefined : await verifyRecord(calls, name, record).catch(() => undefined)
    },
    close: async () => {
      await removeKeys(calls, [keyName])
    }
  }
}

/** Removes keys of mailboxes that a closed page left. */
export async function removeOldMailboxes (calls: NodeCalls): Promise<void> {
  const { Keys } = await callOnce<{ Keys: Array<{ Name: string }> | null }>(calls, 'key/ls')
  await removeKeys(calls, (Keys ?? []).map(({ Name }) => Name).filter((name) => name.startsWith(MAILBOX_KEYS)))
}

function pemOf (seed: Uint8Array): string {
  const body = base64pad.baseEncode(Uint8Array.from([...PKCS8_HEADER, ...seed]))
  return `-----BEGIN PRIVATE KEY-----\n${body.match(/.{1,64}/g)!.join('\n')}\n-----END PRIVATE KEY-----\n`
}
