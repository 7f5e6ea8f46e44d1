import { base64 } from 'multiformats/bases/base64'
import type { DeviceRows } from './device-rows.ts'
import { callDone } from './node-calls.ts'
import type { NodeCalls } from './node-calls.ts'

/** Keys of one request: their number, and their characters in the query, which a server may limit. */
const MAX_KEYS = 32

/** Returns rows in the datastore of a node, by its commands `swipfs/app-data`. Kubo does not have them. */
export function appDataRows (calls: NodeCalls): DeviceRows {
  return {
    list: async (prefix) => {
      const keys: string[] = []

      for await (const { Key } of calls<{ Key: string }>('swipfs/app-data/ls', { args: [prefix] })) {
        keys.push(Key)
      }

      return keys
    },

    get: async (keys) => {
      const values: Array<Uint8Array | undefined> = []

      for (let start = 0; start < keys.length; start += MAX_KEYS) {
        const args = keys.slice(start, start + MAX_KEYS)

        for await (const { Value } of calls<{ Value: string | null }>('swipfs/app-data/get', { args })) {
          values.push(Value == null ? undefined : fromBase64(Value))
        }
      }

      return values
    },

    change: async ({ put = [], remove = [] }) => {
      const lines = [
        ...put.map(([Key, value]) => JSON.stringify({ Key, Value: toBase64(value) })),
        ...remove.map((Key) => JSON.stringify({ Key }))
      ]
      await callDone(calls, 'swipfs/app-data/change', { file: new TextEncoder().encode(lines.join('\n')) })
    }
  }
}

/** Encodes with padding, as Go does. */
function toBase64 (bytes: Uint8Array): string {
  const text = base64.baseEncode(bytes)
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}

function fromBase64 (text: string): Uint8Array {
  return base64.baseDecode(text.replace(/=+$/, ''))
}
