import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isPageMessage } from '../protocol/messages.ts'
import type { Job, PageMessage } from '../protocol/messages.ts'
import { addReference } from './add-reference.ts'

const handle = { kind: 'file', name: 'film.bin' } as unknown as FileSystemFileHandle

let messages: PageMessage[]
let answers: Partial<Record<PageMessage['type'], unknown>>
/** State of the job for each successive question; the last one repeats. `null` means no answer. */
let states: Array<Partial<Job> | null | 'gone'>

beforeEach(() => {
  messages = []
  answers = {
    'keep-file': { path: '/picked/1/film.bin' },
    'add-kept-file': { id: 'j' },
    'cancel-job': { found: true },
    'continue-job': { found: true }
  }
  states = [{ state: 'done', args: { cid: 'bafyfilm' } }]

  const controller = {
    postMessage (message: PageMessage, [port]: MessagePort[] = []): void {
      if (message.type === 'ping') {
        return
      }
      expect(isPageMessage(message)).toBe(true)
      messages.push(message)

      if (message.type !== 'jobs') {
        port.postMessage({ type: message.type, ...answers[message.type] as object })
        return
      }

      const state = states.length > 1 ? states.shift() : states[0]
      if (state !== null) {
        port.postMessage({
          type: 'jobs',
          jobs: state === 'gone' ? [] : [{ id: 'other' }, { id: 'j', progress: { blocks: 0, bytes: 0 }, ...state }]
        })
      }
    }
  }

  vi.stubGlobal('navigator', { serviceWorker: { controller } })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const types = (): string[] => messages.map(({ type }) => type)

describe('addReference', () => {
  it('sends the file handle, starts the job, and dismisses it at its end', async () => {
    const read: number[] = []
    states = [{ state: 'running', progress: { blocks: 1, bytes: 5 } }, { state: 'waiting' }, {
      state: 'done',
      args: { cid: 'bafyfilm' },
      progress: { blocks: 2, bytes: 9 }
    }]
    expect(
      await addReference(handle, {
        pinName: 'a film',
        onProgress: (bytes) => {
          read.push(bytes)
        }
      })
    ).toEqual({ cid: 'bafyfilm', name: 'film.bin' })
    expect(messages.slice(0, 2)).toEqual([{ type: 'keep-file', file: handle }, {
      type: 'add-kept-file',
      path: '/picked/1/film.bin',
      pin: true,
      pinName: 'a film'
    }])
    expect(types().slice(2)).toEqual(['jobs', 'jobs', 'jobs', 'cancel-job'])
    expect(read).toEqual([5, 0, 9])
  })

  it('reports why the handle was not stored, and adds nothing', async () => {
    answers['keep-file'] = { error: 'the disk is full' }
    await expect(addReference(handle)).rejects.toMatchObject({ name: 'FileNotKeptError', message: 'the disk is full' })
    expect(types()).toEqual(['keep-file'])
  })

  it('reports why the job was not started', async () => {
    answers['add-kept-file'] = { error: 'filestore is not enabled' }
    await expect(addReference(handle)).rejects.toMatchObject({
      name: 'ReferenceFailedError',
      message: 'filestore is not enabled'
    })
    expect(types()).toEqual(['keep-file', 'add-kept-file'])
  })

  it('reports why the job failed, and dismisses it', async () => {
    states = [{ state: 'failed', message: 'the file has changed' }]
    await expect(addReference(handle)).rejects.toMatchObject({
      name: 'ReferenceFailedError',
      message: 'the file has changed'
    })
    expect(messages.at(-1)).toEqual({ type: 'cancel-job', id: 'j' })
  })

  it('cancels the job when its signal aborts, at any time', async () => {
    states = [{ state: 'running' }]
    const controller = new AbortController()
    await expect(addReference(handle, {
      signal: controller.signal,
      onProgress: () => {
        controller.abort(new Error('enough'))
      }
    })).rejects.toThrow('enough')
    expect(messages.at(-1)).toEqual({ type: 'cancel-job', id: 'j' })
  })

  it('reports a job that was cancelled elsewhere', async () => {
    states = [{ state: 'running' }, 'gone']
    await expect(addReference(handle)).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('asks again if the worker was stopped before it answered', async () => {
    states = [null, { state: 'done', args: { cid: 'bafyfilm' } }]
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const added = addReference(handle)
    await vi.waitUntil(() => types().at(-1) === 'jobs')
    await vi.advanceTimersByTimeAsync(5000)
    expect(await added).toEqual({ cid: 'bafyfilm', name: 'film.bin' })
    expect(types().filter((type) => type === 'jobs')).toHaveLength(2)
  })
})
