import { Key } from 'interface-datastore'
import type { Datastore } from 'interface-datastore'
import { base32 } from 'multiformats/bases/base32'
import { CID } from 'multiformats/cid'
import type { Pin, PinMode, PinStore } from './pin-store.ts'

const PREFIX = '/pins/'
const encoder = new TextEncoder()
const decoder = new TextDecoder()

interface PinRecord { mode: PinMode, name: string }

/** Pins as records of a datastore, under a key made of the CID's bytes. */
export function datastorePinStore (data: Datastore): PinStore {
  return {
    async get (cid) {
      const key = keyOf(cid)
      return await data.has(key) ? decode(cid, await data.get(key)) : undefined
    },

    async * list (mode) {
      for await (const { key, value } of data.query({ prefix: PREFIX })) {
        const pin = decode(CID.decode(base32.baseDecode(key.baseNamespace())), value)

        if (mode == null || pin.mode === mode) {
          yield pin
        }
      }
    },

    async put (pin) {
      await data.put(keyOf(pin.cid), encode(pin))
    },

    async remove (cid) {
      const key = keyOf(cid)
      const had = await data.has(key)
      await data.delete(key)
      return had
    },

    async move (from, pin) {
      const batch = data.batch()
      batch.delete(keyOf(from))
      batch.put(keyOf(pin.cid), encode(pin))
      await batch.commit()
    }
  }
}

function keyOf (cid: CID): Key {
  return new Key(PREFIX + base32.baseEncode(cid.bytes), false)
}

function encode ({ mode, name }: Pin): Uint8Array {
  return encoder.encode(JSON.stringify({ mode, name } satisfies PinRecord))
}

function decode (cid: CID, value: Uint8Array): Pin {
  const { mode, name } = JSON.parse(decoder.decode(value)) as PinRecord
  return { cid, mode, name }
}
