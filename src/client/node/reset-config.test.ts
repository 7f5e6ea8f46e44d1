import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isPageMessage } from '../protocol/messages.ts'
import { ignoredSettings } from './ignored-settings.ts'
import { resetConfig } from './reset-config.ts'

let messages: unknown[]
let called: string[]
let answer: unknown
let respond: () => Response

beforeEach(() => {
  messages = []
  called = []

  const controller = {
    postMessage (message: unknown, [port]: MessagePort[]): void {
      messages.push(message)
      if (answer !== undefined) {
        port.postMessage(answer)
      }
    }
  }
  vi.stubGlobal('navigator', { serviceWorker: { controller } })
  respond = () => new Response('403 - Forbidden', { status: 403 })
  vi.stubGlobal('fetch', async (url: string) => {
    called.push(url)
    return respond()
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('resetConfig', () => {
  it('calls the command', async () => {
    respond = () => new Response(null)
    await resetConfig()
    expect(called).toEqual(['/api/v0/swipfs/config/reset?'])
    expect(messages).toEqual([])
  })

  it.each([403, 503])('asks the worker if the API answers %s', async (status) => {
    respond = () => new Response('refused', { status })
    answer = { type: 'reset-config' }
    await resetConfig()
    expect(messages).toEqual([{ type: 'reset-config' }])
    expect(messages.every(isPageMessage)).toBe(true)
  })

  it('reports why the command failed', async () => {
    respond = () => Response.json({ Message: 'the disk is full', Code: 0, Type: 'error' }, { status: 500 })
    await expect(resetConfig()).rejects.toMatchObject({ name: 'ConfigNotResetError', message: 'the disk is full' })
    expect(messages).toEqual([])
  })

  it('reports why it failed', async () => {
    answer = { type: 'reset-config', error: 'the disk is full' }
    await expect(resetConfig()).rejects.toMatchObject({ name: 'ConfigNotResetError', message: 'the disk is full' })
  })

  it('is not answered to pages without permission', async () => {
    answer = undefined
    await expect(resetConfig({ timeoutMs: 20 })).rejects.toMatchObject({ name: 'NodeNotReadyError' })
  })
})

it('ignoredSettings returns the invalid settings', async () => {
  respond = () => Response.json({ Problems: [{ Key: 'a', Message: 'b' }] })
  expect(await ignoredSettings()).toEqual([{ key: 'a', message: 'b' }])
  expect(called).toEqual(['/api/v0/swipfs/config/problems?'])
  respond = () => new Response('{}', { status: 503 })
  expect(await ignoredSettings()).toEqual([])
})
