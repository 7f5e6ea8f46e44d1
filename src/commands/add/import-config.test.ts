import { MemoryDatastore } from 'datastore-core'
import { describe, expect, it } from 'vitest'
import { openConfig } from '../../config/config-store.ts'
import { DEFAULT_LIMITS } from '../../unixfs/import/directory/limits.ts'
import { importConfig } from './import-config.ts'
import type { Json } from '../../config/config.ts'
import type { ImportConfig } from './import-config.ts'

async function read (values: Record<string, Json>): Promise<ImportConfig> {
  return importConfig(await openConfig(new MemoryDatastore(), Object.fromEntries(Object.entries(values).map(([name, value]) => [`Import.${name}`, value]))))
}

const DEFAULTS: ImportConfig = {
  cidVersion: undefined, rawLeaves: undefined, chunker: 'size-262144', hash: 'sha2-256', trickle: false, maxFileLinks: 174, directory: DEFAULT_LIMITS
}

describe('importConfig', () => {
  it('has Kubo\'s defaults, also for null', async () => {
    expect(await read({})).toEqual(DEFAULTS)
    expect(await read({ CidVersion: null, UnixFSRawLeaves: null, UnixFSHAMTDirectorySizeThreshold: null, UnixFSDAGLayout: null })).toEqual(DEFAULTS)
  })

  it('reads every value', async () => {
    expect(await read({
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
    })).toEqual({
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
