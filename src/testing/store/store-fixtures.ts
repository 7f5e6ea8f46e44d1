import { IDBFactory } from 'fake-indexeddb'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { create } from 'multiformats/hashes/digest'
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { hashSync } from '../../cid/hash/hash.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import type { Locks } from '../../store/database/web-lock.ts'
import { encodeUnixfsNode } from '../../unixfs/format/encode-unixfs-node.ts'
import { UNIXFS_TYPE } from '../../unixfs/format/unixfs-data.ts'

/** Creates a block of `size` bytes that depend on `seed`. */
export function testBlock (seed: number, size: number): Block {
  const bytes = new Uint8Array(size)

  for (let i = 0; i < size; i++) {
    bytes[i] = (seed * 31 + i * 7 + (i >> 8)) & 0xff
  }

  new DataView(bytes.buffer).setUint32(0, seed)
  return { cid: CID.createV1(raw.code, hashSync(bytes)), bytes }
}

export function testBlocks (count: number, size: number, firstSeed = 0): Block[] {
  return Array.from({ length: count }, (_, i) => testBlock(firstSeed + i, size))
}

/** Creates the leaf of a file with this content. */
export function leafBlock (content: Uint8Array): Block & { content: Uint8Array } {
  const bytes = encodeUnixfsNode([], { type: UNIXFS_TYPE.file, data: content, fileSize: content.length })
  return { cid: CID.createV1(CODEC.dagPb, hashSync(bytes)), bytes, content }
}

/** Returns a CID that no test block has. */
export function missingCid (): CID {
  return CID.createV1(raw.code, create(0x12, new Uint8Array(32)))
}

export function newIndexedDB (): IDBFactory {
  return new IDBFactory()
}

/** Defines the globals of another test runner for the compliance suites; there a test may set its timeout. */
export function withRunnerGlobals (): void {
  const test = (name: string, run: (this: { timeout: () => void }) => Promise<void>): void => {
    it(name, async () => {
      await run.call({ timeout: () => {} })
    })
  }

  Object.assign(globalThis, { describe, it: test, before: beforeAll, after: afterAll, beforeEach, afterEach })
}

/** Creates the Web Locks of one origin, exclusive ones only. */
export function fakeLocks (): Locks {
  const tails = new Map<string, Promise<unknown>>()

  async function request (name: string, { signal }: LockOptions, granted: () => Promise<unknown>): Promise<unknown> {
    signal?.throwIfAborted()
    const before = tails.get(name) ?? Promise.resolve()
    const aborted = new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        reject(signal.reason)
      })
    })
    const held = Promise.race([before, aborted]).then(async () => await granted())
    tails.set(name, Promise.all([before, held.catch(() => {})]))
    return await held
  }

  return { request } as unknown as Locks
}
