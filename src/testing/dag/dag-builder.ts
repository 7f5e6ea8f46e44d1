import { CID } from 'multiformats/cid'
import { blockReader } from '../../blocks/reader/block-reader.ts'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { hash } from '../../cid/hash/hash.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { encodeUnixfsNode } from '../../unixfs/format/encode-unixfs-node.ts'
import { UNIXFS_TYPE } from '../../unixfs/format/unixfs-data.ts'
import type { NewUnixfsData } from '../../unixfs/format/unixfs-data.ts'
import { byMany } from './by-many.ts'

const encoder = new TextEncoder()

export interface Child {
  cid: CID
  /** bytes of the file below it */
  size: number
}

/** Builds small DAGs for tests on a store in memory, and records the blocks that are read. */
export class DagBuilder {
  readonly store = new MemoryBlockstore()
  readonly signal = new AbortController().signal
  /** CIDs of the blocks that were read, in order */
  readonly read: string[] = []
  readonly blocks: BlockReader

  constructor () {
    const reader = blockReader(this.store, undefined)

    const { read } = this

    const get: BlockReader['get'] = async (cid, options) => {
      const bytes = await reader.get(cid, options)
      read.push(cid.toString())
      return bytes
    }

    this.blocks = byMany({ ...reader, get }, async function* (cids, options) {
      for await (const block of reader.getMany(cids, options)) {
        read.push(block.cid.toString())
        yield block
      }
    })
  }

  async put (code: number, bytes: Uint8Array): Promise<CID> {
    const cid = CID.createV1(code, await hash(bytes))
    await this.store.put(cid, bytes)
    return cid
  }

  async raw (content: string | Uint8Array): Promise<Child> {
    const bytes = typeof content === 'string' ? encoder.encode(content) : content
    return { cid: await this.put(CODEC.raw, bytes), size: bytes.length }
  }

  async pb (links: Array<{ name: string; cid: CID; tsize?: number }>, data: NewUnixfsData): Promise<CID> {
    return await this.put(
      CODEC.dagPb,
      encodeUnixfsNode(links.map(({ name, cid, tsize = 0 }) => ({ nameBytes: encoder.encode(name), cid, tsize })), data)
    )
  }

  /** Creates a dag-pb leaf. */
  async leaf (bytes: Uint8Array, type: NewUnixfsData['type'] = UNIXFS_TYPE.file): Promise<Child> {
    const cid = await this.pb([], { type, data: { parts: [bytes], length: bytes.length }, fileSize: bytes.length })
    return { cid, size: bytes.length }
  }

  async file (parts: Child[], changes: Partial<NewUnixfsData> = {}): Promise<Child> {
    const size = parts.reduce((sum, { size }) => sum + size, 0)
    const links = parts.map(({ cid }) => ({ name: '', cid }))
    return {
      cid: await this.pb(links, {
        type: UNIXFS_TYPE.file,
        fileSize: size,
        blockSizes: parts.map(({ size }) => size),
        ...changes
      }),
      size
    }
  }

  async directory (entries: Record<string, CID>, changes: Partial<NewUnixfsData> = {}): Promise<CID> {
    return await this.pb(Object.entries(entries).map(([name, cid]) => ({ name, cid })), {
      type: UNIXFS_TYPE.directory,
      ...changes
    })
  }
}
