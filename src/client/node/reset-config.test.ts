import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isPageMessage } from '../protocol/messages.ts'
import { ignoredSettings } from './ignored-settings.ts'
import { resetConfig } from './reset-config.ts'

let messages: unknown[]
let answer: unknown

beforeEach(() => {
  messages = []

  const controller = {
    postMessage (message: unknown, [port]: MessagePort[]): void {
      messages.push(message)
      if (answer !== undefined) {
        port.postMessage(answer)
      }
    }
  }
  vi.stubGlobal('navigator', { serviceWorker: { controller } })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('resetConfig', () => {
  it('asks the worker without the API', async () => {
    answer = { type: 'reset-config' }
    await resetConfig()
    expect(messages).toEqual([{ type: 'reset-config' }])
    expect(messages.every(isPageMessage)).toBe(true)
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
  answer = { type: 'settings', ignored: [{ key: 'a', message: 'b' }] }
  expect(await ignoredSettings()).toEqual([{ key: 'a', message: 'b' }])
  expect(messages.every(isPageMessage)).toBe(true)
})
