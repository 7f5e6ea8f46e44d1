import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { writeZip } from './write-zip.ts'
import type { ZipFile } from './write-zip.ts'

const signal = new AbortController().signal
const stream = (...chunks: string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start (controller) {
      chunks.forEach((chunk) => {
        controller.enqueue(new TextEncoder().encode(chunk))
      })
      controller.close()
    }
  })

async function zipped (files: readonly ZipFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  await writeZip(files, {
    write: async (chunk) => {
      chunks.push(chunk)
    },
    signal
  })
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer())
}

describe('a ZIP archive', () => {
  it('has all files, names in UTF-8, and empty folders', async () => {
    const bytes = await zipped([
      { name: 'ü/日本.txt', content: async () => stream('one', 'two'), modified: new Date(2024, 5, 1) },
      { name: 'empty/' },
      { name: 'old.txt', content: async () => stream(), modified: new Date(1970, 0, 2) }
    ])
    const files = unzipSync(bytes)
    expect(Object.entries(files).map(([name, content]) => [name, new TextDecoder().decode(content)])).toEqual([
      ['ü/日本.txt', 'onetwo'],
      ['empty/', ''],
      ['old.txt', '']
    ])
  })

  it('is written while it is read: no chunk waits for the end', async () => {
    const events: string[] = []
    await writeZip([{
      name: 'a',
      content: async () =>
        new ReadableStream({
          pull (controller) {
            events.push('read')
            controller.enqueue(new Uint8Array(10))
            if (events.filter((event) => event === 'read').length === 3) {
              controller.close()
            }
          }
        }, { highWaterMark: 0 })
    }], {
      write: async () => {
        events.push('write')
      },
      signal
    })
    expect(events.indexOf('write')).toBeLessThan(events.lastIndexOf('read'))
  })

  it('reports a content that cannot be read', async () => {
    const content = async (): Promise<never> => {
      throw new Error('gone')
    }
    await expect(zipped([{ name: 'a', content }])).rejects.toThrow('gone')
  })
})
