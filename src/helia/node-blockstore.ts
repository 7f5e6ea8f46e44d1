import type { Blocks, SessionBlockstore } from '@helia/interface'
import type { InputPair, Pair } from 'interface-blockstore'
import { NotFoundError } from 'interface-store'
import { CID } from 'multiformats/cid'
import { RpcError } from '../client/protocol/errors.ts'
import { call, rpc, rpcDone, rpcStream } from '../client/rpc/rpc.ts'
import { isError } from '../errors/define-error.ts'
import { encodeCar } from './encode-car.ts'
import { PutQueue } from './put-queue.ts'

const IDENTITY = 0x00
/** Number of blocks to read ahead of the consumer. */
const AHEAD = 16

interface GetOptions {
  signal?: AbortSignal
  /** skips the network for missing blocks */
  offline?: boolean
}

/**
 * The blocks of the shared node. The node fetches missing blocks by any means it has, unless `offline` is set. It
 * verifies each block that is put; a put resolves once the block is durable.
 */
export class NodeBlockstore implements Blocks {
  readonly #puts = new PutQueue(async (blocks) => {
    const body = new FormData()
    body.append('file', encodeCar(blocks), 'blocks.car')
    await rpcDone('dag/import', { options: { 'pin-roots': false, 'allow-big-block': true }, body })
  })

  async put (cid: CID, value: InputPair['bytes'], { signal }: GetOptions = {}): Promise<CID> {
    const bytes = await collectBytes(value)
    signal?.throwIfAborted()

    // An identity CID contains its block.
    if (cid.multihash.code !== IDENTITY) {
      await this.#puts.put({ cid, bytes }, signal)
    }

    return cid
  }

  async *putMany (source: Iterable<InputPair> | AsyncIterable<InputPair>, options?: GetOptions): AsyncGenerator<CID> {
    yield* mapAhead(source, async ({ cid, bytes }) => await this.put(cid, bytes, options), PUT_AHEAD)
  }

  async *get (cid: CID, options?: GetOptions): AsyncGenerator<Uint8Array> {
    yield await this.#read(cid, options)
  }

  async *getMany (source: Iterable<CID> | AsyncIterable<CID>, options?: GetOptions): AsyncGenerator<Pair> {
    yield* mapAhead(source, async (cid) => blockPair(cid, await this.#read(cid, options)), AHEAD)
  }

  /** Yields all blocks of the repo, not only those of the app. */
  async *getAll (options?: GetOptions): AsyncGenerator<Pair> {
    const refs = rpcStream<{ Ref: string }>('refs/local', { signal: options?.signal })
    yield* this.getMany(
      (async function* () {
        for await (const { Ref } of refs) {
          yield CID.parse(Ref)
        }
      })(),
      { ...options, offline: true }
    )
  }

  async has (cid: CID, { signal }: GetOptions = {}): Promise<boolean> {
    return cid.multihash.code === IDENTITY ||
      await rpc('block/stat', { args: [cid.toString()], options: { offline: true }, signal }).then(
        () => true,
        (err: Error) => {
          if (isMissing(err)) {
            return false
          }
          throw err
        }
      )
  }

  /** Deletes a block; rejects for a pinned one. */
  async delete (cid: CID, { signal }: GetOptions = {}): Promise<void> {
    for await (
      const { Error: problem } of rpcStream<{ Error?: string }>('block/rm', {
        args: [cid.toString()],
        options: { force: true },
        signal
      })
    ) {
      if (problem != null && problem !== '') {
        throw new Error(problem)
      }
    }
  }

  async *deleteMany (source: Iterable<CID> | AsyncIterable<CID>, options?: GetOptions): AsyncGenerator<CID> {
    for await (const cid of source) {
      await this.delete(cid, options)
      yield cid
    }
  }

  /**
   * Creates a session that only carries options: the node has its own sessions, one per request, and chooses its peers.
   */
  createSession (_root: CID, { offline }: GetOptions = {}): SessionBlockstore {
    const session = Object.create(this) as NodeBlockstore & Pick<SessionBlockstore, 'close' | 'addPeer'>
    return Object.assign(session, {
      get: (cid: CID, options?: GetOptions) => this.get(cid, { offline, ...options }),
      getMany: (cids: Iterable<CID> | AsyncIterable<CID>, options?: GetOptions) =>
        this.getMany(cids, { offline, ...options }),
      put: async (...args: Parameters<NodeBlockstore['put']>) => await this.put(...args),
      putMany: (...args: Parameters<NodeBlockstore['putMany']>) => this.putMany(...args),
      close () {},
      async addPeer () {
        throw new Error('the node chooses its peers itself: connect one with swarm/connect')
      }
    })
  }

  async #read (cid: CID, { signal, offline }: GetOptions = {}): Promise<Uint8Array> {
    if (cid.multihash.code === IDENTITY) {
      return cid.multihash.digest
    }

    try {
      const response = await call('block/get', {
        args: [cid.toString()],
        options: { offline: offline === true ? true : undefined },
        signal
      })
      return new Uint8Array(await response.arrayBuffer())
    } catch (err) {
      throw isMissing(err as Error) ? new NotFoundError((err as Error).message) : err
    }
  }
}

/** Puts to collect for one request. */
const PUT_AHEAD = 256

function isMissing (err: Error): boolean {
  return isError(err, RpcError) && /not found|could not find/.test(err.message)
}

function blockPair (cid: CID, bytes: Uint8Array): Pair {
  return {
    cid,
    bytes: (async function* () {
      yield bytes
    })()
  }
}

async function collectBytes (value: InputPair['bytes']): Promise<Uint8Array> {
  if (value instanceof Uint8Array) {
    return value
  }

  const chunks: Uint8Array[] = []
  for await (const chunk of value) {
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer())
}

/** Maps values concurrently, and yields the results in the order of the source. */
async function* mapAhead<T, U> (
  source: Iterable<T> | AsyncIterable<T>,
  work: (value: T) => Promise<U>,
  count: number
): AsyncGenerator<U> {
  const running: Array<Promise<U>> = []

  for await (const value of source) {
    const job = work(value)
    job.catch(() => {}) // thrown when its turn comes
    running.push(job)
    if (running.length >= count) {
      yield await running.shift()!
    }
  }

  for (const job of running) {
    yield await job
  }
}
