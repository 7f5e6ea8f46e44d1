import { expect, it } from 'vitest'
import { pillWords } from './pill-words.ts'

const READY = { phase: 'ready', update: 'none' } as const

it('distinguishes sharing, receiving and offline', () => {
  expect(pillWords(READY, 'sharing')).toEqual({ state: 'ready', short: 'Online', text: 'Online · sharing' })
  expect(pillWords(READY, 'receiving').text).toBe('Online · receiving only')
  expect(pillWords(READY, undefined).text).toBe('Online · receiving only')
  for (const reach of ['no-network', 'switched-off', 'hosts-away', 'no-hosts'] as const) {
    expect(pillWords(READY, reach)).toEqual({
      state: 'offline',
      short: 'Offline',
      text: 'Offline – everything here still works'
    })
  }
})

it('says first whether the node runs', () => {
  expect(pillWords({ phase: 'failed', update: 'none' }, 'no-network').text).toBe('Not running')
  expect(pillWords({ phase: 'starting', update: 'none' }, undefined).text).toBe('Starting')
  expect(pillWords({ phase: 'ready', update: 'fetching' }, 'sharing').text).toBe('Updating')
})
