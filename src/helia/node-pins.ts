import type { AddPinEvents, Pin, Pins } from '@helia/interface'
import type { Datastore } from 'interface-datastore'
import { NotFoundError } from 'interface-store'
import { CID } from 'multiformats/cid'
import { RpcError } from '../client/protocol/errors.ts'
import { rpc, rpcStream } from '../client/rpc/rpc.ts'
import { isError } from '../errors/define-error.ts'
import { AppDatastore } from './app-datastore.ts'
import { PinRecords } from './pin-records.ts'
import type { Metadata, PinRecord } from './pin-records.ts'

interface PinRow {
  Cid: string
  Type: string
  Name?: string
}

interface CallOptions {
  signal?: AbortSignal
}

/** Arguments of one command: the length of a request URL is limited. */
const MAX_ARGS = 100

/**
 * The pins of the shared node: of a whole DAG, of one block (`depth: 0`), or of a DAG to a depth. A pin to a depth is a
 * pin of each of its blocks. The node stores the name of a pin (`metadata: { name }`); other metadata is stored in the
 * rows of the app.
 */
export class NodePins implements Pins {
  readonly #records: PinRecords

  /**
   * Creates the pins.
   *
   * @param rows - rows of the app
   */
  constructor (rows: Pick<Datastore, 'get' | 'put' | 'delete' | 'query'> = new AppDatastore()) {
    this.#records = new PinRecords(rows)
  }

  /**
   * Pins a DAG. All pages share the pins of a node: pinning again is not an error, and replaces the metadata.
   *
   * @returns the CIDs of all blocks of the pin, once it is created
   * @throws TypeError for a negative depth, and for metadata other than strings, numbers and booleans
   */
  async *add (
    cid: CID,
    { depth: wanted = Infinity, metadata = {}, signal, onProgress }: {
      depth?: number
      metadata?: Metadata
      signal?: AbortSignal
      onProgress?: (event: AddPinEvents) => void
    } = {}
  ): AsyncGenerator<CID, void, undefined> {
    const depth = Math.round(wanted)

    if (!(depth >= 0)) {
      throw new TypeError('the depth of a pin must be 0 or more')
    }

    const record: PinRecord = { metadata: metadataBesideName(metadata), ...isBetween(depth) ? { depth } : {} }
    const name = typeof metadata.name === 'string' ? metadata.name : undefined

    const before = await this.#records.read(cid, { signal })

    if (isBetween(depth)) {
      const below = (await this.#listed(keptBy(cid, depth, { signal, isOffline: false }))).slice(1).map(String)
      await rpc('pin/add', { args: [String(cid)], options: { recursive: false, name }, signal })
      record.blocks = [
        ...await this.#pinBlocks(below, signal),
        ...before.blocks?.filter((block) => below.includes(block)) ?? []
      ]
    } else {
      await rpc('pin/add', { args: [String(cid)], options: { recursive: depth !== 0, name }, signal })
    }

    await this.#records.write(cid, record, { signal })
    await this.#drop(before, record.blocks ?? [], String(cid), signal)

    for await (const kept of keptBy(cid, depth, { signal })) {
      onProgress?.(new CustomEvent('helia:pin:add', { detail: kept }) as AddPinEvents)
      yield kept
    }
  }

  /**
   * Removes a pin.
   *
   * @returns the CIDs of all blocks of the pin, once it is removed
   * @throws NotFoundError
   */
  async *rm (cid: CID, { signal }: CallOptions = {}): AsyncGenerator<CID, void, undefined> {
    const { depth } = await this.get(cid, { signal })
    const record = await this.#records.read(cid, { signal })
    await rpc('pin/rm', { args: [String(cid)], signal })
    await this.#drop(record, [], String(cid), signal)
    await this.#records.write(cid, {}, { signal })
    yield* keptBy(cid, depth, { signal })
  }

  /** Lists the pins, without the blocks below them. */
  async *ls ({ cid, signal }: CallOptions & { cid?: CID } = {}): AsyncGenerator<Pin, void, undefined> {
    const records = cid == null
      ? await this.#records.all({ signal })
      : new Map([[String(cid), await this.#records.read(cid, { signal })]])
    const blocks = new Set(
      [...records].flatMap(([, record]) => record.blocks ?? []).filter((block) => !records.has(block))
    )

    for (const type of ['recursive', 'direct']) {
      try {
        for await (
          const { Cid, Type, Name } of rpcStream<PinRow>('pin/ls', {
            args: cid == null ? [] : [String(cid)],
            options: { type, stream: true, names: true },
            signal
          })
        ) {
          if (Type === 'direct' && blocks.has(Cid)) {
            continue
          }
          const { depth, metadata } = records.get(Cid) ?? {}
          yield {
            cid: CID.parse(Cid),
            depth: Type === 'direct' ? depth ?? 0 : Infinity,
            metadata: { ...metadata, ...Name == null || Name === '' ? {} : { name: Name } }
          }
        }
      } catch (err) {
        if (!isNotPinned(err as Error)) {
          throw err
        }
      }
    }
  }

  /**
   * Returns a pin.
   *
   * @throws NotFoundError
   */
  async get (cid: CID, options?: CallOptions): Promise<Pin> {
    for await (const pin of this.ls({ cid, ...options })) {
      return pin
    }

    throw new NotFoundError(`${cid} is not pinned`)
  }

  /** Returns whether a block is pinned, directly or by a pin of a DAG that contains it. */
  async isPinned (cid: CID, { signal }: CallOptions = {}): Promise<boolean> {
    try {
      for await (const _ of rpcStream('pin/ls', { args: [String(cid)], options: { stream: true }, signal })) {
        return true
      }

      return false
    } catch (err) {
      if (isNotPinned(err as Error)) {
        return false
      }
      throw err
    }
  }

  /**
   * Replaces the metadata of a pin.
   *
   * @throws NotFoundError
   */
  async setMetadata (cid: CID, metadata: Metadata = {}, { signal }: CallOptions = {}): Promise<void> {
    const { depth } = await this.get(cid, { signal })
    const record = await this.#records.read(cid, { signal })
    const others = metadataBesideName(metadata)
    await rpc('pin/add', {
      args: [String(cid)],
      options: { recursive: depth === Infinity, name: typeof metadata.name === 'string' ? metadata.name : '' },
      signal
    })
    await this.#records.write(cid, { ...record, metadata: others }, { signal })
  }

  /**
   * Pins blocks one by one.
   *
   * @returns the blocks that had no pin of their own before
   */
  async #pinBlocks (cids: string[], signal: AbortSignal | undefined): Promise<string[]> {
    const pinned: string[] = []

    for (const cid of cids) {
      if (!await this.#hasOwnPin(cid, signal)) {
        pinned.push(cid)
      }
    }

    for (let i = 0; i < pinned.length; i += MAX_ARGS) {
      await rpc('pin/add', { args: pinned.slice(i, i + MAX_ARGS), options: { recursive: false }, signal })
    }

    return pinned
  }

  async #hasOwnPin (cid: string, signal: AbortSignal | undefined): Promise<boolean> {
    for await (const _ of this.#pinRows(cid, signal)) {
      return true
    }
    return false
  }

  async *#pinRows (cid: string, signal: AbortSignal | undefined): AsyncGenerator<PinRow> {
    for (const type of ['recursive', 'direct']) {
      try {
        yield* rpcStream<PinRow>('pin/ls', { args: [cid], options: { type, stream: true }, signal })
      } catch (err) {
        if (!isNotPinned(err as Error)) {
          throw err
        }
      }
    }
  }

  /**
   * Removes the block pins that a pin to a depth has created, except those that it still needs. Block pins that other
   * pins to a depth need are transferred to them.
   */
  async #drop (
    { blocks = [] }: PinRecord,
    kept: readonly string[],
    owner: string,
    signal: AbortSignal | undefined
  ): Promise<void> {
    const others = blocks.length === 0
      ? []
      : [...await this.#records.all({ signal })].filter(([cid, { depth }]) => cid !== owner && depth != null)

    for (const [cid, record] of others) {
      const reached = new Set((await this.#listed(keptBy(CID.parse(cid), record.depth!, { signal }))).map(String))
      const taken = blocks.filter((block) =>
        block !== cid && reached.has(block) && !kept.includes(block) && record.blocks?.includes(block) !== true
      )
      if (taken.length > 0) {
        await this.#records.write(CID.parse(cid), { ...record, blocks: [...record.blocks ?? [], ...taken] }, { signal })
      }
      blocks = blocks.filter((block) => block !== cid && !reached.has(block))
    }

    for (const block of blocks.filter((one) => !kept.includes(one))) {
      await rpc('pin/rm', { args: [block], options: { recursive: false }, signal }).catch((err: Error) => {
        // A pin of the whole DAG has replaced it, or it is gone.
        if (!isError(err, RpcError)) {
          throw err
        }
      })
    }
  }

  async #listed (cids: AsyncIterable<CID>): Promise<CID[]> {
    const list: CID[] = []
    for await (const cid of cids) {
      list.push(cid)
    }
    return list
  }
}

/**
 * Lists the CIDs of a pin, each once. Offline it lists only local blocks: those of a removed pin may have been
 * collected.
 */
async function* keptBy (
  cid: CID,
  depth: number,
  { signal, isOffline = true }: CallOptions & { isOffline?: boolean }
): AsyncGenerator<CID, void, undefined> {
  yield cid

  if (depth > 0) {
    for await (
      const { Ref, Err } of rpcStream<{ Ref: string; Err: string }>('refs', {
        args: [String(cid)],
        options: {
          recursive: true,
          unique: true,
          'max-depth': isBetween(depth) ? depth : undefined,
          offline: isOffline ? true : undefined
        },
        signal
      })
    ) {
      if (Err === '') {
        yield CID.parse(Ref)
      } else if (!isOffline) {
        throw new RpcError(Err, 500)
      }
    }
  }
}

/** Returns whether a depth is neither one block nor the whole DAG. */
function isBetween (depth: number): boolean {
  return depth > 0 && depth !== Infinity
}

/** Returns the metadata without the name, which the node stores. */
function metadataBesideName (metadata: Metadata): Metadata {
  if (Object.values(metadata).some((value) => !['string', 'number', 'boolean'].includes(typeof value))) {
    throw new TypeError('metadata of a pin must be strings, numbers and booleans')
  }

  const { name, ...others } = metadata
  return typeof name === 'string' || name === undefined ? others : { ...others, name }
}

function isNotPinned (err: Error): boolean {
  return isError(err, RpcError) && /not pinned/.test(err.message)
}
