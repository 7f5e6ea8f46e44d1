import { describe, expect, it } from 'vitest'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { DEFAULT_LIMITS } from '../../unixfs/import/directory/limits.ts'
import type { ImportConfig } from '../../unixfs/import/settings/import-config.ts'
import { addOptions } from './options.ts'
import { addSettings, checkOptions } from './settings.ts'
import type { AddInput, AddSettings } from './settings.ts'

const CONFIG: ImportConfig = {
  cidVersion: undefined,
  rawLeaves: undefined,
  chunker: 'size-262144',
  hash: 'sha2-256',
  trickle: false,
  maxFileLinks: 174,
  directory: DEFAULT_LIMITS
}

function input (given: Partial<AddInput>): AddInput {
  const defaults = Object.fromEntries(
    Object.entries(addOptions).map(([name, definition]) => [name, (definition as { default?: unknown }).default])
  )
  return { ...defaults, ...given } as AddInput
}

function mergeSettings (given: Partial<AddInput>, config: Partial<ImportConfig> = {}): AddSettings {
  const merged = { ...CONFIG, ...config }
  return addSettings(input(given), merged, checkOptions(input(given), merged))
}

describe('add settings', () => {
  it.each<[Partial<AddInput>, Partial<AddSettings>]>([
    [{}, {
      cidVersion: 0,
      hash: 0x12,
      rawLeaves: false,
      layout: 'balanced',
      chunker: 'size-262144',
      maxFileLinks: 174,
      emptyDirs: true,
      mode: 0
    }],
    [{ cidVersion: 1 }, { cidVersion: 1, rawLeaves: true }],
    [{ cidVersion: -1 }, { cidVersion: 0 }],
    [{ cidVersion: 1, rawLeaves: false }, { cidVersion: 1, rawLeaves: false }],
    [{ hash: 'blake3' }, { cidVersion: 1, hash: HASH.blake3, rawLeaves: true }],
    [{ hash: 'SHA2-256' }, { hash: 0x12 }],
    [{ hash: '' }, { hash: 0x12 }],
    [{ hash: 'sha3' }, { hash: 0x14 }],
    [{ nocopy: true }, { rawLeaves: true }],
    [{ trickle: true }, { layout: 'trickle' }],
    [{ inlineLimit: 10 }, { inlineLimit: undefined }],
    [{ inline: true }, { inlineLimit: 32 }],
    [{ chunker: '' }, { chunker: 'size-262144' }],
    [{ mode: 0o644, cidVersion: 1 }, { mode: 0o644, rawLeaves: false }],
    [{ mode: 0o644, preserveMode: true }, { preserveMode: false }],
    [{ preserveMode: true }, { preserveMode: true, rawLeaves: false }],
    [{ mtime: 5n, mtimeNsecs: 7, preserveMtime: true }, { mtime: { secs: 5n, nsecs: 7 }, preserveMtime: false }],
    [{ mtime: 0n }, { mtime: undefined }],
    // Go treats the first second of year 1 as no time.
    [{ mtime: -62_135_596_800n, preserveMtime: true }, { mtime: undefined, preserveMtime: true }],
    [{ maxDirectoryLinks: 3, maxHamtFanout: 8 }, {
      directory: { ...DEFAULT_LIMITS, maxLinks: 3, fanout: 8 },
      topDirectory: undefined
    }],
    [{ maxHamtFanout: 0 }, { directory: DEFAULT_LIMITS }],
    [{ maxDirectoryLinks: 3, maxHamtFanout: 8, onlyHash: true }, { topDirectory: DEFAULT_LIMITS }]
  ])('converts %o to %o', (given, expected) => {
    const settings = mergeSettings(given)
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, settings[name as keyof AddSettings]])))
      .toEqual(expected)
  })

  it('uses the configuration unless an option overrides it', () => {
    const config = {
      cidVersion: 1,
      rawLeaves: false,
      chunker: 'size-9',
      hash: 'blake3',
      trickle: true,
      maxFileLinks: 5,
      directory: { ...DEFAULT_LIMITS, maxLinks: 9, fanout: 16 }
    }

    expect(mergeSettings({}, config)).toMatchObject({
      cidVersion: 1,
      rawLeaves: false,
      chunker: 'size-9',
      hash: HASH.blake3,
      layout: 'trickle',
      maxFileLinks: 5,
      directory: { maxLinks: 9, fanout: 16 }
    })
    expect(
      mergeSettings({
        hash: 'sha2-256',
        cidVersion: 0,
        rawLeaves: true,
        chunker: 'buzhash',
        trickle: false,
        maxFileLinks: 7,
        maxHamtFanout: 32
      }, config)
    )
      .toMatchObject({
        cidVersion: 0,
        rawLeaves: true,
        chunker: 'buzhash',
        hash: 0x12,
        layout: 'balanced',
        maxFileLinks: 7,
        directory: { maxLinks: 9, fanout: 32 }
      })
    expect(mergeSettings({ onlyHash: true }, config).topDirectory).toMatchObject({ maxLinks: 0, fanout: 16 })
  })

  // In the order in which Kubo 0.40.0 reports them: each case also has the errors of those below it.
  it.each<[Partial<AddInput>, string]>([
    [
      { inline: true, inlineLimit: 129, pinName: 'n'.repeat(256) },
      'inline-limit 129 exceeds maximum allowed size of 128 bytes'
    ],
    [{ pinName: 'é'.repeat(128), mode: 1, rawLeaves: true }, 'pin name is 256 bytes (max 255 bytes)'],
    [
      { mode: 1, rawLeaves: true, onlyHash: true, toFiles: '/x' },
      "raw-leaves can't be used with UnixFS metadata like mode or modification time"
    ],
    [
      { preserveMtime: true, rawLeaves: true },
      "raw-leaves can't be used with UnixFS metadata like mode or modification time"
    ],
    [{ onlyHash: true, toFiles: '/x', pin: false, pinName: 'x' }, 'only-hash and to-files options are not compatible'],
    [{ pin: false, pinName: '', wrap: true, toFiles: '/x' }, 'pin-name option requires pin to be set'],
    [{ wrap: true, toFiles: '/x', hash: 'nosuch' }, 'wrap-with-directory and to-files options are not compatible'],
    [{ hash: 'NoSuch"', mtimeNsecs: 1 }, 'unrecognized hash function: "nosuch\\""'],
    [{ hash: 'sha2-384' }, 'unrecognized hash function: "sha2-384"'],
    [{ mtimeNsecs: 1, cidVersion: 5 }, 'option "mtime-nsecs" requires "mtime" to be provided as well'],
    [
      { mtime: 1n, mtimeNsecs: 1_000_000_000, nocopy: true, rawLeaves: false },
      'mtime nanoseconds must be in range [1, 999999999]'
    ],
    [{ nocopy: true, rawLeaves: false, cidVersion: 7 }, "nocopy option requires '--raw-leaves' to be enabled as well"],
    [{ nocopy: true, mode: 1 }, "nocopy option requires '--raw-leaves' to be enabled as well"],
    [{ cidVersion: 0, hash: 'sha2-512' }, 'CIDv0 only supports sha2-256'],
    [{ cidVersion: 5 }, 'unknown CID version: 5'],
    [{ cidVersion: -2, hash: 'sha2-512' }, 'unknown CID version: -2']
  ])('rejects %o like Kubo', (given, message) => {
    expect(() => mergeSettings(given)).toThrow(expect.objectContaining({ message }))
  })

  it('ignores an unused limit', () => {
    expect(mergeSettings({ inlineLimit: 1000 }).inlineLimit).toBeUndefined()
  })
})
