import { afterEach, expect, test, vi } from 'vitest'
import { shouldJoinSwarm } from './should-join-swarm.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function place (answer: () => Response, registered?: string): void {
  vi.stubGlobal('fetch', async () => answer())
  vi.stubGlobal('navigator', {
    serviceWorker: {
      getRegistration: async () =>
        registered == null ? undefined : { active: { scriptURL: `http://node.localhost/${registered}` } }
    }
  })
}

test.each([
  ['no setting', '{"relays":[],"routers":[]}', true],
  ['swarm is true', '{"swarm":true}', true],
  ['swarm is false', '{"swarm":false}', false],
  ['null', 'null', true],
  ['no JSON', '<!doctype html>', true]
])('shouldJoinSwarm reads relay.json: %s', async (_, text, is) => {
  place(() => new Response(text))
  expect(await shouldJoinSwarm()).toBe(is)
})

test.each([
  ['the host is away', () => {
    throw new TypeError('offline')
  }],
  ['the worker says so', () => new Response(null, { status: 204 })]
])('if %s, the node stays as it was', async (_, answer) => {
  place(answer as () => Response)
  expect(await shouldJoinSwarm()).toBe(true)
  place(answer as () => Response, 'sw.js?swarm=on')
  expect(await shouldJoinSwarm()).toBe(true)
  place(answer as () => Response, 'sw.js')
  expect(await shouldJoinSwarm()).toBe(false)
})
