import { decode } from 'multiformats/hashes/digest'
import { parsePath } from '../../path/content-path.ts'
import { ownBytes } from '../../port/port-message.ts'
import type { CallHandler } from '../../port/serve-calls.ts'
import type { GatewayNames } from '../backends/gateway-names.ts'

/**
 * Answers the calls of `portNames`. Resolves names and returns their records, but publishes none.
 *
 * @param open - called for every call, because the node may be opened late
 */
export function serveNames (open: () => Promise<GatewayNames>): Record<keyof NameCalls, CallHandler> {
  return {
    async *resolveName (input, { signal }) {
      const { path, offline, once } = input as NameCalls['resolveName']['input']
      const names = await open()
      const found = await (once
        ? names.resolveOnce(parsePath(path), { offline, signal })
        : names.resolve(parsePath(path), { offline, signal }))
      yield { value: { ...found, path: found.path.text } }
    },

    async *nameRecord (input, { signal }) {
      const { name, offline } = input as NameCalls['nameRecord']['input']
      const value = ownBytes(await (await open()).record(decode(name), { offline, signal }))
      yield { value, bytes: value.byteLength, transfer: [value.buffer] }
    }
  }
}

/** Name calls of a gateway over a port. Paths are text, names are the bytes of their multihash. */
export interface NameCalls {
  /** `once` resolves only the first name */
  resolveName: {
    input: { path: string; offline: boolean; once: boolean }
    value: { path: string; ttlMs: number; modifiedMs: number }
  }
  nameRecord: { input: { name: Uint8Array; offline: boolean }; value: Uint8Array }
}
