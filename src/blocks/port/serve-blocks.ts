import { CID } from 'multiformats/cid'
import { RecentMap } from '../../bytes/recent-map.ts'
import { ownBytes } from '../../port/port-message.ts'
import type { CallHandler, PortValue } from '../../port/serve-calls.ts'
import type { ExchangeSession } from '../exchange/exchange-session.ts'
import type { BlockSource } from '../local/block-source.ts'
import { blockReader } from '../reader/block-reader.ts'
import type { BlockReader } from '../reader/block-reader.ts'
import type { BlockCalls } from './block-calls.ts'

/**
 * The maximum number of sessions: more than a page loads files at once. A session that was evicted and is used again
 * starts over, and asks all peers.
 */
const MAX_SESSIONS = 1024

/**
 * The maximum number of CIDs in one call. Readers request a few hundred together, and the leaves of a file as one Blob.
 * Parsing more would block all other calls.
 */
const MAX_CIDS = 65_536

/** A session of the other end. */
interface Served {
  reader: BlockReader
  session: ExchangeSession | undefined
}

export interface ServedBlocks {
  store: BlockSource
  /** Creates a session of the exchange; undefined if nothing may be fetched. */
  session: (() => ExchangeSession | undefined) | undefined
}

/**
 * Handles the calls of `PortBlocks`: serves blocks of a store, and blocks that its exchange fetches, which are verified
 * and stored before they are sent. Read-only. Blocks that the policy of the store blocks are not served.
 *
 * @param open - returns the store; called for every request, because the node may be opened late and its settings may
 *   change
 */
export function serveBlocks (open: () => Promise<ServedBlocks>): Record<keyof BlockCalls, CallHandler> {
  const readers = new RecentMap<number, Served>({ max: MAX_SESSIONS })

  function served (key: number, { store, session: makeSession }: ServedBlocks): Served {
    let known = readers.get(key)

    if (known == null) {
      const session = makeSession?.()
      known = { reader: blockReader(store, session), session }
      readers.set(key, known)
    }

    return known
  }

  return {
    bytes: callHandler<'bytes'>(async function* (cid, { signal }) {
      const { store } = await open()
      const [allowed] = allowedCids(store, [cid])
      yield transferBlock(await store.bytes(allowed, { signal }))
    }),

    bytesMany: callHandler<'bytesMany'>(async function* (cids, { signal }) {
      const { store } = await open()

      for await (const { bytes } of store.bytesMany(allowedCids(store, cids), { signal })) {
        yield transferBlock(bytes)
      }
    }),

    sizes: callHandler<'sizes'>(async function* (cids, { signal }) {
      const { store } = await open()
      yield {
        value: await Promise.all(allowedCids(store, cids).map(async (cid) => await store.size(cid, { signal })))
      }
    }),

    blob: callHandler<'blob'>(async function* (parts, { signal }) {
      const { store } = await open()
      const cids = allowedCids(store, parts.map(({ cid }) => cid))
      yield {
        value: await store.capabilities.extents?.blob(
          parts.map((part, i) => ({ ...part, cid: cids[i] })),
          {
            signal
          }
        )
      }
    }),

    want: callHandler<'want'>(async function* ({ cid, session, about, all }, { signal }) {
      const { reader } = served(session, await open())
      if (about != null) {
        reader.about?.(CID.parse(about))
      }
      if (all != null) {
        reader.expectAll?.(CID.parse(all))
      }
      yield transferBlock(await reader.get(CID.parse(cid), { signal }))
    }),

    report: callHandler<'report'>(async function* ({ session }) {
      yield { value: readers.peek(session)?.session?.report?.() }
    })
  }
}

type Handler<K extends keyof BlockCalls> = (
  input: BlockCalls[K]['input'],
  options: { signal: AbortSignal }
) => AsyncGenerator<Value<K>>
type Value<K extends keyof BlockCalls> = PortValue & { value: BlockCalls[K]['value'] }

/**
 * Adds types to a handler. Values from a port are not checked: our own client follows `BlockCalls`, and any other gets
 * an error.
 */
function callHandler<K extends keyof BlockCalls> (answer: Handler<K>): CallHandler {
  return (input, options) => answer(input as BlockCalls[K]['input'], options)
}

/**
 * Parses CIDs.
 *
 * @throws ContentBlockedError
 */
function allowedCids ({ capabilities: { policy } }: BlockSource, texts: string[]): CID[] {
  const cids = checkCidCount(texts).map((text) => CID.parse(text))
  cids.forEach((cid) => {
    policy?.checkBlock(cid)
  })
  return cids
}

function checkCidCount<T> (list: T[]): T[] {
  if (list.length > MAX_CIDS) {
    throw new RangeError(`more than ${MAX_CIDS} CIDs in one call`)
  }

  return list
}

function transferBlock (bytes: Uint8Array): PortValue & { value: Uint8Array } {
  const value = ownBytes(bytes)
  return { value, bytes: value.byteLength, transfer: [value.buffer] }
}
