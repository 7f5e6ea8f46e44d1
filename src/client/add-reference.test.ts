import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { uploadEntries } from '../http/upload.ts'
import type { UploadEntry } from '../http/upload-entry.ts'
import { addReference } from './add-reference.ts'
import { isPageMessage } from './messages.ts'

const handle = { kind: 'file', name: 'ü "1"\n.bin' } as unknown as FileSystemFileHandle

let messages: unknown[]
let answer: unknown
let requests: Request[]
let entries: Array<Pick<UploadEntry, 'abspath' | 'path'> & { text: string }>

beforeEach(() => {
  messages = []
  requests = []
  entries = []
  handle.getFile = async () => new File(['content'], handle.name)

  const controller = {
    postMessage (message: { type: string }, [port]: MessagePort[]): void {
      messages.push(message)
      port.postMessage(answer)
    }
  }

  vi.stubGlobal('navigator', { serviceWorker: { controller } })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const request = new Request(`http://node${path}`, { ...init, duplex: 'half' } as RequestInit)
    requests.push(request)

    for await (const { abspath, path, content } of uploadEntries(request, { signal: new AbortController().signal, stallMs: 0 }) ?? []) {
      let text = ''
      for await (const chunk of content) text += new TextDecoder().decode(chunk)
      entries.push({ abspath, path, text })
    }

    return new Response(`{"Name":"a","Bytes":7}\n{"Name":"a","Hash":"A","Size":"7"}\n`)
  })
})

afterEach(() => { vi.unstubAllGlobals() })

it('hands the file over, and adds it by the path that the worker gives', async () => {
  answer = { type: 'keep-file', path: '/picked/1/a' }
  expect(await addReference(handle)).toEqual({ cid: 'A', name: 'a' })
  expect(messages).toEqual([{ type: 'keep-file', file: handle }])
  expect(messages.every(isPageMessage)).toBe(true)
  expect(requests[0].url).toBe('http://node/api/v0/add?nocopy=true&cid-version=1&pin=true&progress=true')
  expect(entries).toEqual([{ abspath: '/picked/1/a', path: 'ü "1"\n.bin', text: 'content' }])
})

it('says why the file is not kept, and adds nothing', async () => {
  answer = { type: 'keep-file', error: 'the disk is full' }
  await expect(addReference(handle)).rejects.toMatchObject({ name: 'FileNotKeptError', message: 'the disk is full' })
  expect(requests).toEqual([])
})

it('finds out a file that changes while it is read', async () => {
  answer = { type: 'keep-file', path: '/picked/1/a' }
  handle.getFile = async () => new File(['longer content'], handle.name)
  await expect(addReference(handle)).rejects.toMatchObject({ name: 'FileChangedError' })
  expect(requests.map(({ url }) => url)).toContain('http://node/api/v0/pin/rm?arg=A')
})
