import { IDBFactory } from 'fake-indexeddb'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { create } from 'multiformats/hashes/digest'
import { afterEach, beforeEach, describe, it } from 'vitest'
import { hashSync } from '../dag/hash.ts'
import type { Block } from '../store/block-store.ts'

/** A block of `size` bytes that differ by `seed`. */
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

/** A CID that no test block has. */
export function missingCid (): CID {
  return CID.createV1(raw.code, create(0x12, new Uint8Array(32)))
}

export function newIndexedDB (): IDBFactory {
  return new IDBFactory()
}

/** The compliance suites use the globals of another test runner. */
export function withRunnerGlobals (): void {
  Object.assign(globalThis, { describe, it, beforeEach, afterEach })
}
