import { describe, expect, it } from 'vitest'
import { DIRECTORY_SIZE } from '../../port/command-call.ts'
import type { FilePack } from '../../port/command-call.ts'
import { packedEntries } from './packed-entries.ts'

function pack (bytes: Blob | Uint8Array, files: Array<[path: string, size: number]>): FilePack {
  return { bytes, paths: files.map(([path]) => path).join('\0'), sizes: Float64Array.from(files, ([, size]) => size) }
}

async function readEntries (
  packs: FilePack[],
  take: (path: string) => boolean = () => true
): Promise<Array<[path: string, kind: string, text?: string]>> {
  const found: Array<[string, string, string?]> = []

  for await (const { path, kind, content } of packedEntries(packs)) {
    if (!take(path)) {
      found.push([path, kind])
      continue
    }

    const chunks: Uint8Array[] = []
    for await (const chunk of content) {
      chunks.push(chunk)
    }
    found.push([path, kind, Buffer.concat(chunks).toString()])
  }

  return found
}

describe('packedEntries', () => {
  it.each([['of a Blob', (text: string) => new Blob([text])], [
    'of bytes',
    (text: string) => new TextEncoder().encode(text)
  ]])('cuts files from their shared bytes: %s', async (_, make) => {
    const packs = [
      pack(make('onethree'), [['d/1', 3], ['d/empty', 0], ['d/dir', DIRECTORY_SIZE], ['d/3', 5]]),
      pack(make('four'), [['', 4]])
    ]
    expect(await readEntries(packs)).toEqual([['d/1', 'file', 'one'], ['d/empty', 'file', ''], [
      'd/dir',
      'directory',
      ''
    ], [
      'd/3',
      'file',
      'three'
    ], ['', 'file', 'four']])
    expect(await readEntries(packs, (path) => path === 'd/3')).toContainEqual(['d/3', 'file', 'three'])
  })

  it('cuts files across chunk boundaries', async () => {
    const text = Array.from({ length: 300_000 }, (_, i) => String(i % 10)).join('')
    const files = await readEntries([pack(new Blob([text]), [['a', 70_001], ['b', 199_999], ['c', 30_000]])])
    expect(files.map(([, , content]) => content)).toEqual([
      text.slice(0, 70_001),
      text.slice(70_001, 270_000),
      text.slice(270_000)
    ])
  })

  it('yields each file, and reports one that has changed', async () => {
    const list = (...sizes: number[]): FilePack => ({
      bytes: [new Blob(['one']), new Blob(), new Blob(['three'])],
      paths: 'a\0d\0b',
      sizes: Float64Array.from(sizes)
    })
    expect(await readEntries([list(3, DIRECTORY_SIZE, 5), list(3, 0, 5)])).toEqual([
      ['a', 'file', 'one'],
      ['d', 'directory', ''],
      ['b', 'file', 'three'],
      ['a', 'file', 'one'],
      ['d', 'file', ''],
      ['b', 'file', 'three']
    ])
    await expect(readEntries([list(3, 0, 4)])).rejects.toMatchObject({ name: 'FileChangedError' })
    const gone = {
      arrayBuffer: async () => {
        throw new DOMException('gone', 'NotReadableError')
      }
    } as unknown as Blob
    await expect(readEntries([list(3, 0, 5), { ...list(3, 0, 5), bytes: [gone, gone, gone] }])).rejects.toMatchObject({
      name: 'FileChangedError'
    })
  })

  it('returns modification times if they are known', async () => {
    const times = Float64Array.from([1_234_567_890_123.5, -1, NaN, 1e300])
    const found: unknown[] = []
    for await (
      const { mtime } of packedEntries([
        { ...pack(new Blob([]), [['a', 0], ['b', 0], ['c', 0], ['d', 0]]), times },
        pack(new Blob([]), [['e', 0]])
      ])
    ) {
      found.push(mtime)
    }
    expect(found).toEqual([
      { secs: 1234567890n, nsecs: 123_000_000 },
      { secs: -1n, nsecs: 999_000_000 },
      undefined,
      undefined,
      undefined
    ])
  })

  it('keeps paths below their root, and well-formed', async () => {
    const names = ['../../etc/./passwd', '/a//b/', 'ü\uD800', '100%25+1']
    expect((await readEntries([pack(new Blob([]), names.map((name) => [name, 0]))])).map(([path]) => path)).toEqual([
      'etc/passwd',
      'a/b',
      'ü\uFFFD',
      '100%25+1'
    ])
    await expect(readEntries([pack(new Blob([]), [['x'.repeat(65 * 1024), 0]])])).rejects.toThrow(
      'a path of the upload is over 65536 bytes'
    )
  })

  it.each<[string, Array<[string, number]>]>([
    ['less than there is', [['a', 2]]],
    ['more', [['a', 4]]],
    ['a size that is none', [['a', NaN], ['b', 3]]],
    ['a negative one', [['a', -2], ['b', 5]]],
    ['a broken one', [['a', 1.5], ['b', 1.5]]],
    ['a name that is two', [['a\0b', 3]]]
  ])('rejects a list with %s', async (_, files) => {
    await expect(readEntries([pack(new Blob(['abc']), files)])).rejects.toThrow('not those of their list')
  })

  it('reports a file that ends early or cannot be read as changed', async () => {
    const cut = new Blob(['abcdef'])
    cut.stream = () => new Blob(['abcd']).stream()
    await expect(readEntries([pack(cut, [['a', 3], ['b', 3]])])).rejects.toMatchObject({ name: 'FileChangedError' })

    const gone = new Blob(['abcdef'])
    gone.stream = () =>
      new ReadableStream({
        pull () {
          throw new DOMException('gone', 'NotReadableError')
        }
      })
    await expect(readEntries([pack(gone, [['a', 6]])])).rejects.toMatchObject({
      name: 'FileChangedError',
      message: 'a file changed while it was read'
    })
  })

  it('yields one file as its Blob, and the following files as usual', async () => {
    const text = async (part: Blob | undefined): Promise<string | undefined> => await part?.text()
    const found: Array<string | undefined> = []

    for await (
      const { path, content } of packedEntries([
        pack(new Blob(['onetwothreefour']), [['a', 3], ['b', 3], ['c', 5], ['d', 4]])
      ])
    ) {
      if (path === 'b' || path === 'c') {
        const taken = content.takeBlob!(3)
        found.push(await text(taken?.blob))
        expect(content.takeBlob!(3)).toBeUndefined()
        for await (const _ of content) {
          found.push('read again')
        }
        for await (const chunk of taken!.read(taken!.blob.slice(1, 3))) {
          found.push(Buffer.from(chunk).toString())
        }
      } else {
        expect(content.takeBlob!(100)).toBeUndefined()
        for await (const chunk of content) {
          found.push(Buffer.from(chunk).toString())
        }
      }
    }

    expect(found).toEqual(['one', 'two', 'wo', 'three', 'hr', 'four'])
    const read = await packedEntries([pack(new Blob(['abc']), [['a', 3]])]).next()
    for await (const _ of read.value!.content) {
      expect(read.value!.content.takeBlob!(1)).toBeUndefined()
    }
  })

  it('reports an unreadable part of such a file as changed', async () => {
    const gone = new Blob(['abcdef'])
    const { value } = await packedEntries([pack(gone, [['a', 6]])]).next()
    const { read } = value!.content.takeBlob!(1)!
    const part = new Blob(['abc'])
    part.stream = () =>
      new ReadableStream({
        pull () {
          throw new TypeError('network error')
        }
      })
    await expect((async () => {
      for await (const _ of read(part));
    })()).rejects.toMatchObject({ name: 'FileChangedError' })
  })

  it('ends with its signal, and cancels its source', async () => {
    let cancelled: unknown
    const endless = new Blob(['abcdef'])
    endless.stream = () =>
      new ReadableStream({
        cancel (reason) {
          cancelled = reason
        }
      })
    const controller = new AbortController()
    const entries = packedEntries([pack(endless, [['a', 6]])], { signal: controller.signal })
    const { value } = await entries.next()
    const reading = value!.content[Symbol.asyncIterator]().next()
    controller.abort(new Error('not any more'))
    await expect(reading).rejects.toThrow('not any more')
    expect(cancelled).toMatchObject({ message: 'not any more' })
  })
})
