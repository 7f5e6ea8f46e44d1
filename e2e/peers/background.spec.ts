import { fileURLToPath } from 'node:url'
import { expect, test } from 'playwright/test'
import { openBackgroundNode } from '../../bench/background/background-node.ts'
import type { BackgroundNode, PeerKind } from '../../bench/background/background-node.ts'
import { watchBackground } from '../../bench/background/watch-background.ts'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

/**
 * Chromium stopped the worker after 105 to 137 s when its timers were throttled. `bench/background/run.mjs` runs for an
 * hour.
 */
const BACKGROUND_MS = Number(process.env.BACKGROUND_SECONDS ?? 150) * 1000

/** Without pings, the worker of a node is stopped about half a minute after its last event. */
const SITE_MS = Math.min(BACKGROUND_MS, 90_000)

/** Timeout for the node to start and dial, which takes seconds, on a busy machine. */
const BACK_MS = 20_000

let node: BackgroundNode | undefined

test.afterEach(async () => {
  await node?.close()
  node = undefined
})

/** Opens the node in a browser with default settings, with another tab in front. */
async function openHiddenNode (peer: PeerKind): Promise<BackgroundNode> {
  node = await openBackgroundNode({ dist: DIST, peer })
  await node.hide()
  return node
}

async function rpc<T> (of: BackgroundNode, target: string): Promise<T> {
  return await of.evaluate<T>(
    `(async () => JSON.parse((await (await fetch('/api/v0/${target}', { method: 'POST' })).text()) || '{}'))()`
  )
}

test('a node in a background tab keeps its peer and its relay reservation', async () => {
  test.setTimeout(BACKGROUND_MS + 180_000)
  const hidden = await openHiddenNode('websocket')
  expect(await watchBackground(hidden, { forMs: BACKGROUND_MS, everyMs: 1000 })).toMatchObject({
    peerGone: 0,
    relayGone: 0
  })
})

for (const isHidden of [false, true]) {
  test(`a node whose only tab is a site of it keeps its peer, ${isHidden ? 'hidden' : 'visible'}`, async () => {
    test.setTimeout(SITE_MS + 180_000)
    node = await openBackgroundNode({ dist: DIST, peer: 'websocket' })
    await node.moveToSite()
    if (isHidden) {
      await node.hide()
    }
    expect(await watchBackground(node, { forMs: SITE_MS, everyMs: 1000 })).toMatchObject({ peerGone: 0, relayGone: 0 })
  })
}

for (const peer of ['websocket', 'browser'] as const) {
  test(
    `a worker that was stopped in the background reconnects to its ${peer} peer and its relay by itself`,
    async () => {
      const hidden = await openHiddenNode(peer)
      await hidden.stopWorker()
      await expect.poll(hidden.isRelayConnected).toBe(false)
      await expect.poll(async () => [hidden.isRelayConnected(), await hidden.isPeerConnected()], {
        timeout: 15_000 + BACK_MS
      }).toEqual([true, true])
    }
  )
}

test('a stopped worker restores runtime state: peering, log levels and disconnected peers', async () => {
  const hidden = await openHiddenNode('websocket')
  await rpc(hidden, `swarm/disconnect?arg=/p2p/${hidden.peerId}`)
  await expect.poll(hidden.isPeerConnected).toBe(false)
  await rpc(
    hidden,
    'swarm/peering/add?arg=/ip4/127.0.0.1/tcp/9/ws/p2p/12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN'
  )
  await rpc(hidden, 'log/level?arg=gc&arg=debug')
  await hidden.stopWorker()
  await expect.poll(hidden.isRelayConnected, { timeout: 15_000 + BACK_MS }).toBe(true)
  expect(await rpc(hidden, 'swarm/peering/ls')).toMatchObject({ Peers: [{ Addrs: ['/ip4/127.0.0.1/tcp/9/ws'] }] })
  expect(await rpc(hidden, 'log/level?arg=gc')).toEqual({ Levels: { gc: 'debug' } })
  expect(await hidden.isPeerConnected()).toBe(false)
})

test('a frozen tab restarts its node when it resumes', async () => {
  const hidden = await openHiddenNode('browser')
  await hidden.setFrozen(true)
  await expect.poll(hidden.isRelayConnected, { timeout: 90_000, intervals: [1000] }).toBe(false)
  await hidden.setFrozen(false)
  await expect.poll(async () => [hidden.isRelayConnected(), await hidden.isPeerConnected()], { timeout: BACK_MS })
    .toEqual([true, true])
})
