import { afterEach, describe, expect, it, vi } from 'vitest'
import { uploadForm } from '../rpc/upload-form.ts'
import { add } from './add.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('uploadForm', () => {
  it('sends percent-encoded paths, and media types that only describe the part', async () => {
    const form = uploadForm([
      { path: 'd/ü "1"\n.txt', content: new Blob(['hi'], { type: 'application/x-directory' }) },
      { path: 'd/empty' }
    ])
    const [file, directory] = form.getAll('file') as File[]
    expect([file.name, file.type, await file.text()]).toEqual([
      'd%2F%C3%BC%20%221%22%0A.txt',
      'application/octet-stream',
      'hi'
    ])
    expect([directory.name, directory.type, directory.size]).toEqual(['d%2Fempty', 'application/x-directory', 0])
  })
})

it('uploadForm sends modification times in part names, including those before 1970', () => {
  const form = uploadForm([{ path: 'a', content: new Blob([]), mtime: new Date(1_234_567_890_123) }, {
    path: 'b',
    content: new Blob([]),
    mtime: new Date(-1)
  }, { path: 'c' }])
  expect([...form.keys()]).toEqual([
    'file?mtime=1234567890&mtime-nsecs=123000000',
    'file?mtime=-1&mtime-nsecs=999000000',
    'file'
  ])
})

describe('add', () => {
  function answerWith (lines: unknown[]): ReturnType<typeof vi.fn> {
    const fetch = vi.fn(async (url: string) =>
      new Response(url.includes('/add?') ? lines.map((line) => JSON.stringify(line) + '\n').join('') : '{}\n')
    )
    vi.stubGlobal('fetch', fetch)
    return fetch
  }

  it('sums the bytes of all files and returns the root, which is sent last', async () => {
    const fetch = answerWith([
      { Name: 'd/a', Bytes: 3 },
      { Name: 'd/a', Hash: 'A', Size: '3' },
      { Name: 'd/b', Bytes: 4 },
      { Name: 'd/b', Bytes: 9 },
      { Name: 'd/b', Hash: 'B', Size: '9' },
      { Name: 'd/empty' },
      { Name: 'd/empty', Hash: 'E', Size: '0' },
      { Name: 'd', Hash: 'D', Size: '99' }
    ])
    const seen: Array<[bytes: number, files: number]> = []
    const entries = [{ path: 'd/a', content: new Blob(['abc']) }, { path: 'd/b', content: new Blob(['123456789']) }, {
      path: 'd/empty'
    }]
    const root = await add(entries, {
      pinName: 'my d',
      onProgress: (...stored) => {
        seen.push(stored)
      }
    })
    expect(root).toEqual({ cid: 'D', name: 'd' })
    expect(seen).toEqual([[3, 0], [7, 1], [12, 1], [12, 2]])
    expect(fetch.mock.calls[0][0]).toBe('/api/v0/add?cid-version=1&pin=true&pin-name=my+d&progress=true')
  })

  it('stores modification times if they are given', async () => {
    const fetch = answerWith([{ Name: 'a', Bytes: 1 }, { Name: 'a', Hash: 'A', Size: '1' }])
    await add([{ path: 'a', content: new Blob(['x']), mtime: new Date(0) }])
    expect(fetch.mock.calls[0][0]).toBe('/api/v0/add?cid-version=1&pin=true&preserve-mtime=true&progress=true')
  })

  it('omits the pin name if it does not pin', async () => {
    const fetch = answerWith([{ Name: '', Hash: 'D', Size: '1' }])
    await add([], { pin: false, pinName: 'x', wrap: true })
    expect(fetch.mock.calls[0][0]).toBe('/api/v0/add?cid-version=1&pin=false&wrap-with-directory=true&progress=true')
  })

  it('removes a file that was truncated while it was read', async () => {
    const fetch = answerWith([{ Name: 'a', Bytes: 2 }, { Name: 'a', Hash: 'A', Size: '2' }])
    await expect(add([{ path: 'a', content: new Blob(['abc']) }])).rejects.toMatchObject({ name: 'FileChangedError' })
    expect(fetch.mock.calls[1][0]).toBe('/api/v0/pin/rm?arg=A')
  })

  it('rejects an answer without a root', async () => {
    answerWith([{ Name: 'a', Bytes: 3 }])
    await expect(add([])).rejects.toMatchObject({ name: 'AnswerCutError' })
  })
})
