import type { GcEvents, Helia, HeliaEvents, HeliaMixin } from '@helia/interface'
import { ecdsaCrypto, ed25519Crypto, rsaCrypto } from '@ipshipyard/crypto'
import type { Crypto } from '@ipshipyard/crypto'
import { keychain } from '@ipshipyard/keychain'
import { defaultLogger } from 'birnam'
import { TypedEventEmitter } from 'main-event'
import { CID } from 'multiformats/cid'
import { NotFoundError } from 'interface-store'
import { rpcStream } from '../client/rpc.ts'
import { AppDatastore } from './app-datastore.ts'
import { codecs } from './codecs.ts'
import { hashers } from './hashers.ts'
import { NodeBlockstore } from './node-blockstore.ts'
import { NodeDns } from './node-dns.ts'
import { NodePins } from './node-pins.ts'
import { NodeRouting, ROUTER } from './node-routing.ts'

/**
 * A whole Helia. Routers and block brokers are the worker's to have: nobody can add any here. `start` tells who listens, and the mixins, that
 * it begins, as `@helia/ipns` does to renew its names while the page is open; the node itself needs no start.
 */
export type SharedHelia = Helia

export interface HeliaOptions {
  /** The keys of the page are sealed with it, at least 20 characters; anyone who can run script on this origin can read them without one. */
  password?: string
  /** more codecs than raw, dag-pb, dag-cbor, dag-json and json */
  codecs?: ReadonlyArray<Parameters<typeof codecs>[0][number]>
  /** more hash functions than sha2-256, sha2-512 and identity */
  hashers?: ReadonlyArray<Parameters<typeof hashers>[0][number]>
}

/** The keys of names are of these kinds, by their names and numbers in libp2p's key format. */
const CRYPTO: ReadonlyArray<[names: ReadonlyArray<string | number>, make: () => Crypto]> = [
  [['RSA', 0], rsaCrypto],
  [['Ed25519', 1], ed25519Crypto],
  [['ECDSA', 3], ecdsaCrypto]
]

/**
 * The shared node as a Helia. Making it does nothing; any number of pages may have one, at the same time.
 *
 * Blocks go to the node's repo and come from it, or from where it finds them; they stay until `repo/gc` unless a pin keeps them. The datastore
 * has rows of its own beside those of the node, and so have the keys that `@helia/ipns` signs with: the node's keys are in `key/*`.
 */
export function helia ({ password, codecs: moreCodecs = [], hashers: moreHashers = [] }: HeliaOptions = {}): SharedHelia {
  const datastore = new AppDatastore()
  const mixins: HeliaMixin[] = []
  const getCrypto: Helia['getCrypto'] = (kind) => {
    const make = CRYPTO.find(([names]) => names.includes(kind))?.[1]
    if (make == null) throw new NotFoundError(`no keys of kind ${kind}`)
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
    addRouter () { throw new Error('the node in the worker has the routers that its setting Routing.DelegatedRouters names') },
    hasBlockBroker: () => false,
    addBlockBroker () { throw new Error('the node in the worker fetches blocks itself, from the gateways that its setting HTTPRetrieval.Gateways names, and from peers') },

    addMixin (mixin) {
      if (mixins.some(({ name }) => name === mixin.name)) throw new Error(`there is a mixin of the name ${mixin.name} already`)
      // of a Helia with more than this one has, if it says so
      mixins.push(mixin as unknown as HeliaMixin)
    },

    async start () {
      for (const mixin of mixins) await mixin.start?.(shared)
      shared.status = 'started'
      shared.events.safeDispatchEvent('start', { detail: shared })
      return shared
    },

    async stop () {
      for (const mixin of mixins) await mixin.stop?.(shared)
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
