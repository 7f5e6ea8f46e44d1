import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import { goQuote } from '../../go/text/quote.ts'
import { readString } from '../schema/primitives.ts'
import { jsonType, MismatchError } from '../schema/schema.ts'
import type { CustomSchema } from '../schema/schema.ts'
import type { Json } from '../values/config.ts'

const AUTONAT_MODES = ['', 'enabled', 'disabled', 'legacy-v1']

export const autonatMode: CustomSchema = {
  kind: 'custom',
  go: 'config.AutoNATServiceMode',
  opaque: false,
  zero: '',

  read (value) {
    const mode = value === null ? '' : readString(value, 'config.AutoNATServiceMode')

    if (!AUTONAT_MODES.includes(mode)) {
      throw new Error(`unknown autonat mode: ${mode}`)
    }

    return mode
  }
}

/** A peer to stay connected to: its ID and addresses. */
export const addrInfo: CustomSchema = {
  kind: 'custom',
  go: 'peer.AddrInfo',
  opaque: false,
  zero: { ID: '', Addrs: null },

  read (value) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new MismatchError(jsonType(value), 'peer.addrInfoJson')
    }

    const addrs = (value.Addrs ?? null) as Json[] | null

    if (addrs !== null && !Array.isArray(addrs)) {
      throw new MismatchError(jsonType(addrs), '[]string', ['Addrs'])
    }

    return {
      Addrs: addrs?.map((addr) => checkAddress(readString(addr))) ?? [],
      ID: checkPeer(readString(value.ID ?? ''))
    }
  }
}

function checkPeer (id: string): string {
  parsePeerId(id)
  return id
}

function checkAddress (text: string): string {
  if (!text.startsWith('/')) {
    throw new Error(
      `failed to parse multiaddr ${goQuote(text)}: ${text === '' ? 'empty multiaddr' : 'must begin with /'}`
    )
  }

  return text
}

/** Declares a section that Kubo has removed: only empty objects, and values that turn it off, are valid. */
export function removedSchema (go: string, allowed: Json[], message: string): CustomSchema {
  return {
    kind: 'custom',
    go,
    opaque: false,
    zero: false,

    read (value) {
      if (value !== null && !allowed.includes(value) && !isEmptyObject(value)) {
        throw new Error(message)
      }

      return false
    }
  }
}

function isEmptyObject (value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) &&
    Object.values(value).every(isEmptyObject)
}
