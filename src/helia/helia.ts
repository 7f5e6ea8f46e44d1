import type { GcEvents, Helia, HeliaEvents, HeliaMixin } from '@helia/interface'
import { ecdsaCrypto, ed25519Crypto, rsaCrypto } from '@ipshipyard/crypto'
import type { Crypto } from '@ipshipyard/crypto'
import { keychain } from '@ipshipyard/keychain'
import { defaultLogger } from 'birnam'
import { NotFoundError } from 'interface-store'
import { TypedEventEmitter } from 'main-event'
import { CID } from 'multiformats/cid'
import { rpcStream } from '../client/rpc/rpc.ts'
import { AppDatastore } from './app-datastore.ts'
import { codecs } from './codecs.ts'
import { hashers } from './hashers.ts'
import { NodeBlockstore } from './node-blockstore.ts'
import { NodeDns } from './node-dns.ts'
import { NodePins } from './node-pins.ts'
import { NodeRouting, ROUTER } from './node-routing.ts'

/**
 * A complete Helia. Routers and block brokers belong to the worker, so none can be added here. `start` notifies
 * listeners and mixins, for example `@helia/ipns`, which renews its names while the page is open. The node itself needs
 * no start.
 */
export type SharedHelia = Helia

export interface HeliaOptions {
  /**
   * Password that encrypts the page's keys, at least 20 characters. Without it any script on this origin can read them.
   */
  password?: string
  /** codecs in addition to raw, dag-pb, dag-cbor, dag-json and json */
  codecs?: ReadonlyArray<Parameters<typeof codecs>[0][number]>
  /** hash functions in addition to sha2-256, sha2-512 and identity */
  hashers?: ReadonlyArray<Parameters<typeof hashers>[0][number]>
}

/** Key types of names, by their names and numbers in libp2p's key format. */
const CRYPTO: ReadonlyArray<[names: ReadonlyArray<string | number>, make: () => Crypto]> = [
  [['RSA', 0], rsaCrypto],
  [['Ed25519', 1], ed25519Crypto],
  [['ECDSA', 3], ecdsaCrypto]
]

/**
 * Returns the shared node as a Helia. Creating it has no effect; any number of pages may have one at the same time.
 *
 * Blocks are stored in the node's repo, or fetched by the node; they stay until `repo/gc` unless they are pinned. The
 * datastore is separate from the node's. The keys with which `@helia/ipns` signs are separate too: the node's keys are
 * in `key/*`.
 *
 * @example
 * ```ts
 * const fs = unixfs(helia())
 * const cid = await fs.addBytes(new TextEncoder().encode('hi'))
 * ```
 */
export function helia (
  { password, codecs: moreCodecs = [], hashers: moreHashers = [] }: HeliaOptions = {}
): SharedHelia {
  const datastore = new AppDatastore()
  const mixins: HeliaMixin[] = []
  const getCrypto: Helia['getCrypto'] = (kind) => {
    const make = CRYPTO.find(([names]) => names.includes(kind))?.[1]
    if (make == null) {
      throw new NotFoundError(`no keys of kind ${kind}`)
    }
    return make()
  }

  const shared: SharedHelia = {
    info: { name: 'swipfs', version: __SWIPFS_VERSION__ },
    blockstore: new NodeBlockstore(),
    datastore,
    events: new TypedEventEmitter<HeliaEvents<Helia>>(),
    keychain: keychain(password == null ? {} : { password })({ datastore, getCrypto }),
    pins: new NodePins(datastore),
    logger: defaultLogger(),
    routing: new NodeRouting(),
    dns: new NodeDns(),
    status: 'stopped',
    getCodec: codecs(moreCodecs),
    getHasher: hashers(moreHashers),
    getCrypto,

    hasRouter: (name) => name === ROUTER,
    addRouter () {
      throw new Error('the node in the worker has the routers that its setting Routing.DelegatedRouters names')
    },
    hasBlockBroker: () => false,
    addBlockBroker () {
      throw new Error(
        'the node in the worker fetches blocks itself, from the gateways that its setting ' +
          'HTTPRetrieval.Gateways names, and from peers'
      )
    },

    addMixin (mixin) {
      if (mixins.some(({ name }) => name === mixin.name)) {
        throw new Error(`there is a mixin of the name ${mixin.name} already`)
      }
      // The mixin's type may require a Helia with more properties.
      mixins.push(mixin as unknown as HeliaMixin)
    },

    async start () {
      for (const mixin of mixins) {
        await mixin.start?.(shared)
      }
      shared.status = 'started'
      shared.events.safeDispatchEvent('start', { detail: shared })
      return shared
    },

    async stop () {
      for (const mixin of mixins) {
        await mixin.stop?.(shared)
      }
      shared.status = 'stopped'
      shared.events.safeDispatchEvent('stop', { detail: shared })
      return shared
    },

    async gc ({ signal, onProgress } = {}) {
      for await (const { Key } of rpcStream<{ Key: { '/': string } }>('repo/gc', { signal })) {
        onProgress?.(new CustomEvent('helia:gc:deleted', { detail: CID.parse(Key['/']) }) as GcEvents)
      }
    }
  }

  return shared
}
