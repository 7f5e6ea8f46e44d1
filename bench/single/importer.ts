import { IMPORT_DEFAULTS } from '../../src/testing/dag/import-options.ts'
// Measures the UnixFS importer alone, with a sink that discards the blocks: `npx tsx bench/single/importer.ts [MiB]`.
//
// The first line is the rate of WebCrypto for the same blocks, which the importer should approach.
import { randomFillSync } from 'node:crypto'
import type { ImportEntry } from '../../src/unixfs/format/import-entry.ts'
import { importEntries } from '../../src/unixfs/import/entries/import-entries.ts'
import type { ImportOptions } from '../../src/unixfs/import/entries/import-options.ts'

const MIB = 1024 * 1024
const PIECE_BYTES = MIB
const BLOCK_BYTES = 256 * 1024
const SMALL_BYTES = 4096
const SMALL_FILES = 20_000

const size = Number(process.argv[2] ?? 512) * MIB
const source = randomFillSync(new Uint8Array(32 * MIB))

const options: ImportOptions = {
  ...IMPORT_DEFAULTS,
  sink: () => {}
}

const RAW = { cidVersion: 1, rawLeaves: true } as const

async function seconds (task: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await task()
  return (performance.now() - start) / 1000
}

/** Yields new buffers like a request body. The first is not aligned to the block size, as in a multipart body. */
async function* yieldPieces (bytes: number): AsyncGenerator<Uint8Array> {
  for (let done = 0; done < bytes; done += PIECE_BYTES) {
    const at = (done + 137) % (source.length - PIECE_BYTES)
    yield source.slice(at, at + Math.min(PIECE_BYTES, bytes - done))
  }
}

async function* largeFile (bytes: number): AsyncGenerator<ImportEntry> {
  yield { path: 'large', kind: 'file', content: yieldPieces(bytes) }
}

async function* smallFiles (): AsyncGenerator<ImportEntry> {
  for (let i = 0; i < SMALL_FILES; i++) {
    const at = (i * 4099) % (source.length - SMALL_BYTES)
    yield {
      path: `d/${i % 50}/${i}`,
      kind: 'file',
      content: new Blob([source.subarray(at, at + SMALL_BYTES)]).stream()
    }
  }
}

async function timeImport (entries: AsyncIterable<ImportEntry>, changes: Partial<ImportOptions>): Promise<number> {
  return await seconds(async () => {
    for await (const event of importEntries(entries, { ...options, ...changes })) {
      void event
    }
  })
}

async function digests (bytes: number): Promise<number> {
  return await seconds(async () => {
    const running: Array<Promise<unknown>> = []

    for (let at = 0; at < bytes; at += BLOCK_BYTES) {
      running.push(
        crypto.subtle.digest('SHA-256', source.subarray(at % source.length, at % source.length + BLOCK_BYTES))
      )
      if (running.length === 64) {
        await running.shift()
      }
    }

    await Promise.all(running)
  })
}

function report (name: string, amount: number, unit: string, time: number): void {
  console.log(`${name.padEnd(26)}${(amount / time).toFixed(0).padStart(8)} ${unit}/s`)
}

report('SHA-256 alone', size / MIB, 'MiB', await digests(size))
report('version 0', size / MIB, 'MiB', await timeImport(largeFile(size), {}))
report('version 1, raw leaves', size / MIB, 'MiB', await timeImport(largeFile(size), RAW))
report('trickle', size / MIB, 'MiB', await timeImport(largeFile(size), { layout: 'trickle' }))
report('rabin', size / MIB, 'MiB', await timeImport(largeFile(size), { ...RAW, chunker: 'rabin' }))
report('buzhash', size / MIB, 'MiB', await timeImport(largeFile(size), { ...RAW, chunker: 'buzhash' }))
report('files of 4 KiB', SMALL_FILES, 'files', await timeImport(smallFiles(), {}))
report('files of 4 KiB, raw', SMALL_FILES, 'files', await timeImport(smallFiles(), RAW))
console.log(`memory ${(process.memoryUsage().rss / MIB).toFixed(0)} MiB`)
