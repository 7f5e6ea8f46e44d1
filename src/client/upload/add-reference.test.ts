import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isPageMessage } from '../protocol/messages.ts'
import type { PageMessage } from '../protocol/messages.ts'
import { addReference } from './add-reference.ts'

const handle = { kind: 'file', name: 'film.bin' } as unknown as FileSystemFileHandle

let messages: PageMessage[]
/** commands below `swipfs/` with their queries */
let commands: string[]
let keepFile: unknown
/** answer of `filestore/add`: its status and value */
let started: [status: number, value: unknown]
/** State of the job for each successive question; the last one repeats. `null` means no answer. */
let states: Array<object | null | 'gone'>

beforeEach(() => {
  messages = []
  commands = []
  keepFile = { path: '/picked/1/film.bin' }
  started = [200, { ID: 'j' }]
  states = [{ State: 'done', Args: { cid: 'bafyfilm' } }]

  const controller = {
    postMessage (message: PageMessage, [port]: MessagePort[] = []): void {
      if (message.type === 'ping') {
        return
      }
      expect(isPageMessage(message)).toBe(true)
      messages.push(message)
      port.postMessage({ type: message.type, ...keepFile as object })
    }
  }

  vi.stubGlobal('navigator', { serviceWorker: { controller } })
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    const command = url.replace('/api/v0/swipfs/', '')
    commands.push(command)

    if (command.startsWith('filestore/add')) {
      return new Response(JSON.stringify(started[1]), { status: started[0] })
    }

    if (command.startsWith('jobs/cancel')) {
      return Response.json({ ID: 'j', Found: true })
    }

    const state = states.length > 1 ? states.shift() : states[0]

    if (state === null) {
      return await new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => {
          reject(signal.reason)
        })
      })
    }

    const jobs = state === 'gone' ? [] : [{ ID: 'j', Progress: { Blocks: 0, Bytes: 0 }, ...state as object }]
    return new Response([{ ID: 'other', Progress: {} }, ...jobs].map((job) => JSON.stringify(job)).join('\n'))
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const types = (): string[] => messages.map(({ type }) => type)
const called = (): string[] => commands.map((command) => command.split('?')[0])

describe('addReference', () => {
  it('sends the file handle, starts the job, and dismisses it at its end', async () => {
    const read: number[] = []
    states = [{ State: 'running', Progress: { Blocks: 1, Bytes: 5 } }, { State: 'waiting' }, {
      State: 'done',
      Args: { cid: 'bafyfilm' },
      Progress: { Blocks: 2, Bytes: 9 }
    }]
    expect(
      await addReference(handle, {
        pinName: 'a film',
        onProgress: (bytes) => {
          read.push(bytes)
        }
      })
    ).toEqual({ cid: 'bafyfilm', name: 'film.bin' })
    expect(messages).toEqual([{ type: 'keep-file', file: handle }])
    expect(commands[0]).toBe('filestore/add?arg=%2Fpicked%2F1%2Ffilm.bin&pin=true&pin-name=a+film')
    expect(commands.at(-1)).toBe('jobs/cancel?arg=j')
    expect(called().slice(1)).toEqual(['jobs/ls', 'jobs/ls', 'jobs/ls', 'jobs/cancel'])
    expect(read).toEqual([5, 0, 9])
  })

  it('reports why the handle was not stored, and adds nothing', async () => {
    keepFile = { error: 'the disk is full' }
    await expect(addReference(handle)).rejects.toMatchObject({ name: 'FileNotKeptError', message: 'the disk is full' })
    expect(types()).toEqual(['keep-file'])
    expect(commands).toEqual([])
  })

  it('reports why the job was not started', async () => {
    started = [500, { Message: 'filestore is not enabled', Code: 0, Type: 'error' }]
    await expect(addReference(handle)).rejects.toMatchObject({
      name: 'ReferenceFailedError',
      message: 'filestore is not enabled'
    })
    expect(called()).toEqual(['filestore/add'])
  })

  it('reports why the job failed, and dismisses it', async () => {
    states = [{ State: 'failed', Message: 'the file has changed' }]
    await expect(addReference(handle)).rejects.toMatchObject({
      name: 'ReferenceFailedError',
      message: 'the file has changed'
    })
    expect(commands.at(-1)).toBe('jobs/cancel?arg=j')
  })

  it('cancels the job when its signal aborts, at any time', async () => {
    states = [{ State: 'running' }]
    const controller = new AbortController()
    await expect(addReference(handle, {
      signal: controller.signal,
      onProgress: () => {
        controller.abort(new Error('enough'))
      }
    })).rejects.toThrow('enough')
    expect(commands.at(-1)).toBe('jobs/cancel?arg=j')
  })

  it('reports a job that was cancelled elsewhere', async () => {
    states = [{ State: 'running' }, 'gone']
    await expect(addReference(handle)).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('asks again if the worker was stopped before it answered', async () => {
    states = [null, { State: 'done', Args: { cid: 'bafyfilm' } }]
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const added = addReference(handle)
    await vi.waitUntil(() => called().at(-1) === 'jobs/ls')
    await vi.advanceTimersByTimeAsync(5000)
    expect(await added).toEqual({ cid: 'bafyfilm', name: 'film.bin' })
    expect(called().filter((command) => command === 'jobs/ls')).toHaveLength(2)
  })
})
