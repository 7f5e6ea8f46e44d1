import { expect, it, vi } from 'vitest'
import { workerUrl } from './worker-url.ts'

it('puts options other than the defaults into the query', () => {
  expect(workerUrl()).toBe('/sw.js')
  expect(workerUrl({ blockStore: 'packed-idb', swarm: false })).toBe('/sw.js')
  expect(workerUrl({ blockStore: 'idb' })).toBe('/sw.js?datastore=idb')
  expect(workerUrl({ swarm: true })).toBe('/sw.js?swarm=on')
  expect(workerUrl({ blockStore: 'idb', swarm: true })).toBe('/sw.js?datastore=idb&swarm=on')
})

it('uses the script of the app', () => {
  expect(workerUrl({ script: '/service-worker.js', swarm: true })).toBe('/service-worker.js?swarm=on')
  expect(workerUrl()).toBe('/sw.js')
  expect(workerUrl({ script: '/worker.js?build=2' })).toBe('/worker.js?build=2')
  expect(workerUrl({ script: '/worker.js?build=2', swarm: true })).toBe('/worker.js?build=2&swarm=on')
})

it('reports that the policy of the page forbids it', async () => {
  vi.resetModules()
  vi.stubGlobal('trustedTypes', {
    createPolicy: () => {
      throw new TypeError('Policy "swipfs" disallowed.')
    }
  })
  const { workerUrl } = await import('./worker-url.ts')
  expect(() => workerUrl()).toThrow(
    expect.objectContaining({ name: 'WorkerRefusedError', message: expect.stringContaining("'swipfs'") })
  )
  vi.unstubAllGlobals()
})
