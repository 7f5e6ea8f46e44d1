import { MemoryDatastore } from 'datastore-core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAllowedHash } from '../../../cid/hash/allowed-hash.ts'
import { hashCodeByName } from '../../../cid/hash/hash-names.ts'
import { hashFunctions } from '../../../cid/hash/hashes.ts'
import { openConfig } from '../../../config/config-store.ts'
import type { Json } from '../../../config/values/config.ts'
import { createChunker } from '../chunker/create-chunker.ts'
import { parseChunker } from '../chunker/parse-chunker.ts'
import { checkFanout, DEFAULT_LIMITS, hamtFanout } from '../directory/limits.ts'
import { importConfig } from './import-config.ts'
import type { ImportConfig } from './import-config.ts'

async function readImportConfig (values: Record<string, Json>): Promise<ImportConfig> {
  return importConfig(
    await openConfig(new MemoryDatastore(), {
      overrides: Object.fromEntries(Object.entries(values).map(([name, value]) => [`Import.${name}`, value]))
    })
  )
}

const DEFAULTS: ImportConfig = {
  cidVersion: undefined,
  rawLeaves: undefined,
  chunker: 'size-262144',
  hash: 'sha2-256',
  trickle: false,
  maxFileLinks: 174,
  directory: DEFAULT_LIMITS
}

describe('importConfig', () => {
  it('has the defaults of Kubo, also for null', async () => {
    expect(await readImportConfig({})).toEqual(DEFAULTS)
    expect(
      await readImportConfig({
        CidVersion: null,
        UnixFSRawLeaves: null,
        UnixFSHAMTDirectorySizeThreshold: null,
        UnixFSDAGLayout: null
      })
    ).toEqual(DEFAULTS)
  })

  it('reads every value', async () => {
    expect(
      await readImportConfig({
        CidVersion: 1,
        UnixFSRawLeaves: false,
        UnixFSChunker: 'buzhash',
        HashFunction: 'blake3',
        UnixFSDAGLayout: 'trickle',
        UnixFSFileMaxLinks: 10,
        UnixFSDirectoryMaxLinks: 20,
        UnixFSHAMTDirectoryMaxFanout: 64,
        UnixFSHAMTDirectorySizeThreshold: '1MiB',
        UnixFSHAMTDirectorySizeEstimation: 'block'
      })
    ).toEqual({
      cidVersion: 1,
      rawLeaves: false,
      chunker: 'buzhash',
      hash: 'blake3',
      trickle: true,
      maxFileLinks: 10,
      directory: { maxLinks: 20, fanout: 64, threshold: 1024 * 1024, estimation: 'block' }
    })
  })
})

describe('valid settings', () => {
  const number = fc.oneof(
    fc.integer({ min: -5, max: 3_000_000 }),
    fc.constantFrom(0, 1, 15, 16, 47, 48, 1_397_930, 2_096_896, 2_096_897)
  )
  const chunker = fc.oneof(
    fc.tuple(fc.constantFrom('size', 'rabin', 'buzhash', 'default', '', 'x'), fc.array(number, { maxLength: 4 })).map((
      [kind, numbers]
    ) => [kind, ...numbers].join('-')),
    fc.string()
  )

  it('have no chunker that add rejects', async () => {
    const config = await openConfig(new MemoryDatastore())

    await fc.assert(
      fc.asyncProperty(chunker, async (text) => {
        const taken = await config.set('Import.UnixFSChunker', text).then(() => true, () => false)
        fc.pre(taken)
        expect(() => {
          createChunker(parseChunker(text))
        }).not.toThrow()
      }),
      { numRuns: 300, maxSkipsPerRun: 1000 }
    )
  })

  it('have no hash or width that add rejects', async () => {
    const config = await openConfig(new MemoryDatastore())

    for (const { name, code } of hashFunctions) {
      const taken = await config.set('Import.HashFunction', name).then(() => true, () => false)
      expect(taken, name).toBe(isAllowedHash(code) && hashCodeByName(name) != null)
    }

    for (let width = -8; width < 2100; width++) {
      const taken = await config.set('Import.UnixFSHAMTDirectoryMaxFanout', width).then(() => true, () => false)
      if (taken) {
        hamtFanout(width)
      }
      if (taken) {
        checkFanout(width)
      }
    }
  })
})
