import type { Peer, Provider, Routing } from '@helia/interface'
import { multiaddr } from '@multiformats/multiaddr'
import { NotFoundError } from 'interface-store'
import { base36 } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'
import { base64pad } from 'multiformats/bases/base64'
import { CID } from 'multiformats/cid'
import { decode } from 'multiformats/hashes/digest'
import { rpc, rpcDone, rpcStream } from '../client/rpc/rpc.ts'

/** Codec of keys in CIDs. */
const LIBP2P_KEY = 0x72
const FINAL_PEER = 2
const PROVIDER = 4
/** Name of the only router of a shared node in the page: the node itself. */
export const ROUTER = 'swipfs'
const IPNS = new TextEncoder().encode('/ipns/')

interface CallOptions {
  signal?: AbortSignal
  /** false skips other peers and routers */
  useNetwork?: boolean
}

interface RoutingEvent {
  Type: number
  Extra: string
  Responses: Array<{ ID: string; Addrs: string[] | null }> | null
}

/** The routing of the shared node: its delegated routers and, if it is a peer, the network. Keys are those of names. */
export class NodeRouting implements Routing {
  async provide (cid: CID, { signal }: CallOptions = {}): Promise<void> {
    await rpcDone('routing/provide', { args: [cid.toString()], signal })
  }

  /** Always rejects: the node announces what its settings name, and stops announcing removed blocks. */
  async cancelReprovide (): Promise<void> {
    throw new Error('the node decides by Provide.Strategy what it announces')
  }

  async *findProviders (cid: CID, { signal }: CallOptions = {}): AsyncGenerator<Provider> {
    for await (
      const { Type, Responses } of rpcStream<RoutingEvent>('routing/findprovs', { args: [cid.toString()], signal })
    ) {
      for (const peer of Type === PROVIDER ? Responses ?? [] : []) {
        yield { ...toPeer(peer), fallback: false }
      }
    }
  }

  /**
   * Finds the addresses of a peer.
   *
   * @throws NotFoundError
   */
  async findPeer (peer: CID, { signal }: CallOptions = {}): Promise<Peer> {
    for await (
      const { Type, Responses } of rpcStream<RoutingEvent>('routing/findpeer', {
        args: [peer.toString(base36)],
        signal
      })
    ) {
      if (Type === FINAL_PEER && Responses?.[0] != null) {
        return toPeer(Responses[0])
      }
    }

    throw new NotFoundError(`nobody knows where ${peer} is`)
  }

  /** Always throws: the RPC only has `dht/query`, which searches near a peer ID and returns IDs. */
  async *getClosestPeers (): AsyncGenerator<Peer> {
    throw new Error('the node cannot be asked which peers are nearest to a key: its RPC has no command for that')
  }

  /** Stores and publishes the record of a name; a node that is not a peer only stores it. */
  async put (key: Uint8Array, value: Uint8Array, { signal }: CallOptions = {}): Promise<void> {
    const body = new FormData()
    body.append('file', new Blob([value as BlobPart], { type: 'application/octet-stream' }), 'record')
    await rpc('routing/put', { args: [nameOfKey(key)], options: { 'allow-offline': true }, body, signal })
  }

  /**
   * Returns the record of a name.
   *
   * @throws NotFoundError if there is none, or no peer or router could be queried
   */
  async get (key: Uint8Array, { signal, useNetwork = true }: CallOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const ask = async (offline: boolean): Promise<string> =>
      (await rpc<RoutingEvent>('routing/get', {
        args: [nameOfKey(key)],
        options: { offline: offline ? true : undefined },
        signal
      })).Extra

    try {
      // An offline node without routers falls back to its stored records.
      const text = await ask(!useNetwork).catch(async (err: Error) => {
        if (!useNetwork || !/online mode/.test(err.message)) {
          throw err
        }
        return await ask(true)
      })
      return base64pad.baseDecode(text) as Uint8Array<ArrayBuffer>
    } catch (err) {
      throw /not found/.test((err as Error).message) ? new NotFoundError((err as Error).message) : err
    }
  }
}

/** Converts an IPNS key, `/ipns/` and the bytes of a multihash, to the argument of the RPC. */
function nameOfKey (key: Uint8Array): string {
  if (!IPNS.every((byte, i) => key[i] === byte)) {
    throw new TypeError('only names of IPNS have records')
  }

  return `/ipns/${CID.createV1(LIBP2P_KEY, decode(key.subarray(IPNS.length))).toString(base36)}`
}

function toPeer ({ ID, Addrs }: { ID: string; Addrs: string[] | null }): Peer {
  const id = /^(1|Qm)/.test(ID)
    ? CID.createV1(LIBP2P_KEY, decode(base58btc.baseDecode(ID)))
    : CID.parse(ID, ID.startsWith('k') ? base36 : undefined)
  return { id, multiaddrs: (Addrs ?? []).map((address) => multiaddr(address)), router: ROUTER }
}
