import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ignoredSettings } from './ignored-settings.ts'
import { isPageMessage } from './messages.ts'
import { resetConfig } from './reset-config.ts'

let messages: unknown[]
let answer: unknown

beforeEach(() => {
  messages = []

  const controller = {
    postMessage (message: unknown, [port]: MessagePort[]): void {
      messages.push(message)
      if (answer !== undefined) port.postMessage(answer)
    }
  }
  vi.stubGlobal('navigator', { serviceWorker: { controller } })
})

afterEach(() => { vi.unstubAllGlobals() })

describe('resetConfig', () => {
  it('asks the worker, past the API', async () => {
    answer = { type: 'reset-config' }
    await resetConfig()
    expect(messages).toEqual([{ type: 'reset-config' }])
    expect(messages.every(isPageMessage)).toBe(true)
  })

  it('says why it was not done', async () => {
    answer = { type: 'reset-config', error: 'the disk is full' }
    await expect(resetConfig()).rejects.toMatchObject({ name: 'ConfigNotResetError', message: 'the disk is full' })
  })

  it('is not answered to pages that may not', async () => {
    answer = undefined
    await expect(resetConfig({ timeoutMs: 20 })).rejects.toMatchObject({ name: 'NodeNotReadyError' })
  })
})

it('ignoredSettings gives what the worker says', async () => {
  answer = { type: 'settings', ignored: [{ key: 'a', message: 'b' }] }
  expect(await ignoredSettings()).toEqual([{ key: 'a', message: 'b' }])
  expect(messages.every(isPageMessage)).toBe(true)
})
