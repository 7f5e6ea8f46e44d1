import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import { writeZip } from './write-zip.ts'
import type { ZipFile } from './write-zip.ts'

const signal = new AbortController().signal

/** A chunk of zeros, of which an archive in a test has many. */
const ZEROS = new Uint8Array(1 << 24)

/** An archive as its chunks, so that a chunk that is written often is in memory once. */
class SparseArchive extends RandomAccessReader {
  readonly chunks: Array<{ start: number; bytes: Uint8Array }> = []
  size = 0

  write = async (bytes: Uint8Array): Promise<void> => {
    this.chunks.push({ start: this.size, bytes })
    this.size += bytes.length
  }

  override _readStreamForRange (start: number, end: number): Readable {
    return Readable.from(this.range(start, end))
  }

  private *range (start: number, end: number): Generator<Uint8Array> {
    let low = 0
    let high = this.chunks.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.chunks[middle].start <= start) {
        low = middle
      } else {
        high = middle
      }
    }
    for (let at = low; at < this.chunks.length && this.chunks[at].start < end; at++) {
      const { start: from, bytes } = this.chunks[at]
      const part = bytes.subarray(Math.max(0, start - from), end - from)
      if (part.length > 0) {
        yield part
      }
    }
  }
}

interface FoundEntry {
  name: string
  size: number
  modified: Date
  content: string | undefined
}

async function zipped (files: readonly ZipFile[]): Promise<SparseArchive> {
  const archive = new SparseArchive()
  await writeZip(files, { write: archive.write, signal })
  return archive
}

/** Reads an archive with another library; contents of small files only. */
async function unzipped (archive: SparseArchive): Promise<FoundEntry[]> {
  const zip = await fromRandomAccessReaderPromise(archive, archive.size, {})
  const found: FoundEntry[] = []
  for await (const entry of zip.eachEntry()) {
    const isSmall = entry.uncompressedSize < 1000
    found.push({
      name: entry.fileName,
      size: entry.uncompressedSize,
      modified: entry.getLastModDate(),
      content: isSmall ? Buffer.concat(await (await zip.openReadStreamPromise(entry)).toArray()).toString() : undefined
    })
  }
  return found
}

const chunked = (...chunks: Uint8Array[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start (controller) {
      chunks.forEach((chunk) => {
        controller.enqueue(chunk)
      })
      controller.close()
    }
  })

const stream = (...chunks: string[]): ReadableStream<Uint8Array> =>
  chunked(...chunks.map((chunk) => new TextEncoder().encode(chunk)))

function zeros (size: number): ReadableStream<Uint8Array> {
  let left = size
  return new ReadableStream({
    pull (controller) {
      controller.enqueue(ZEROS.subarray(0, left))
      left -= Math.min(left, ZEROS.length)
      if (left === 0) {
        controller.close()
      }
    }
  }, { highWaterMark: 0 })
}

describe('a ZIP archive', () => {
  it('has all files, names in UTF-8, times, and empty folders', async () => {
    const found = await unzipped(
      await zipped([
        {
          name: 'ü/日本.txt',
          content: async () => stream('one', 'two'),
          modified: new Date(2024, 5, 1, 12, 34, 56)
        },
        { name: 'empty/', modified: new Date(2023, 0, 1) },
        { name: 'old.txt', content: async () => stream(), modified: new Date(1970, 0, 2) },
        { name: 'late.txt', content: async () => stream('x'), modified: new Date(2500, 0, 2) }
      ])
    )
    expect(found).toEqual([
      { name: 'ü/日本.txt', size: 6, modified: new Date(2024, 5, 1, 12, 34, 56), content: 'onetwo' },
      { name: 'empty/', size: 0, modified: new Date(2023, 0, 1), content: '' },
      { name: 'old.txt', size: 0, modified: new Date(1980, 0, 1), content: '' },
      { name: 'late.txt', size: 1, modified: new Date(2107, 11, 31), content: 'x' }
    ])
  })

  it('gives files without a time that of the download', async () => {
    const before = Date.now() - 2000
    const [{ modified }] = await unzipped(await zipped([{ name: 'a', content: async () => stream('x') }]))
    expect(Number(modified)).toBeGreaterThanOrEqual(before)
    expect(Number(modified)).toBeLessThanOrEqual(Date.now())
  })

  it('over 4 GiB has the records of ZIP64, for its files and their places', async () => {
    const size = 2 ** 32 + 5
    const archive = await zipped([
      { name: 'before.txt', content: async () => stream('before') },
      { name: 'big.bin', content: async () => zeros(size) },
      { name: 'after.txt', content: async () => stream('after') }
    ])
    expect(archive.size).toBeGreaterThan(size)
    expect((await unzipped(archive)).map(({ name, size, content }) => [name, size, content])).toEqual([
      ['before.txt', 6, 'before'],
      ['big.bin', size, undefined],
      ['after.txt', 5, 'after']
    ])
  })

  it.each([65_534, 65_535])('of %i entries has all of them', async (count) => {
    const archive = await zipped(Array.from({ length: count }, (_, i) => ({ name: `${i}/` })))
    const { entryCount } = await fromRandomAccessReaderPromise(archive, archive.size, {})
    expect(entryCount).toBe(count)
  })

  it('keeps a file that looks like the end of an archive', async () => {
    const empty = new Uint8Array(22)
    empty.set([0x50, 0x4b, 5, 6])
    const found = await unzipped(
      await zipped([{ name: 'empty.zip', content: async () => chunked(empty) }])
    )
    expect(found).toMatchObject([{ name: 'empty.zip', content: Buffer.from(empty).toString() }])
  })

  it('is written while it is read: few chunks are read ahead', async () => {
    let read = 0
    let written = 0
    let ahead = 0
    await writeZip([{
      name: 'a',
      content: async () =>
        new ReadableStream({
          pull (controller) {
            ahead = Math.max(ahead, ++read - written)
            controller.enqueue(new Uint8Array(1000))
            if (read === 100) {
              controller.close()
            }
          }
        }, { highWaterMark: 0 })
    }], {
      write: async (chunk) => {
        await new Promise(setImmediate)
        written += chunk.length === 1000 ? 1 : 0
      },
      signal
    })
    expect(written).toBe(100)
    expect(ahead).toBeLessThan(8)
  })

  it('reports a content that cannot be opened or read, and has no end then', async () => {
    const archive = new SparseArchive()
    const fail = async (content: ZipFile['content']): Promise<void> => {
      await writeZip([{ name: 'a', content: async () => stream('x') }, { name: 'b', content }], {
        write: archive.write,
        signal
      })
    }
    await expect(fail(async () => {
      throw new Error('gone')
    })).rejects.toThrow('gone')
    await expect(fail(async () =>
      new ReadableStream({
        pull (controller) {
          controller.error(new Error('cut'))
        }
      })
    )).rejects.toThrow('cut')
    await expect(unzipped(archive)).rejects.toThrow(/End of central directory/i)
  })

  it('reports a failed write, and ends when it is cancelled', async () => {
    const write = async (): Promise<void> => {
      throw new Error('disk full')
    }
    await expect(writeZip([{ name: 'a', content: async () => stream('x') }], { write, signal })).rejects.toThrow(
      'disk full'
    )
    const stop = new AbortController()
    const running = writeZip([{ name: 'a', content: async () => zeros(2 ** 50) }], {
      write: async () => {
        stop.abort(new Error('cancelled'))
      },
      signal: stop.signal
    })
    await expect(running).rejects.toThrow('cancelled')
  })
})
