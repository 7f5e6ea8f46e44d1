import type { Page } from 'playwright'
import { RECORDED_CONFIG } from '../../src/testing/node-target.ts'
import { goldenFile, GROUPS } from '../../src/testing/replay/golden-groups.ts'
import { playScenario } from '../../src/testing/replay/golden-run.ts'
import { EXPECTED_SKIPS } from '../../src/testing/replay/golden-skips.ts'
import { goldenSurroundings } from '../../src/testing/replay/golden-surroundings.ts'
import type { GoldenRequest, Scenario } from '../../src/testing/replay/golden-types.ts'
import { browserTarget } from '../fixtures/browser/browser-target.ts'
import { NEW_PROFILE } from '../fixtures/browser/new-profile.ts'
import { forgetNode } from '../fixtures/page/forget-node.ts'
import { serveSite } from '../fixtures/site/serve-site.ts'
import { expect, registerWorker, rpc, test as base } from '../fixtures/site/site.ts'

/** A page that installs its worker once for all scenarios of a process; each scenario starts with an empty node. */
const test = base.extend<{ registered: Page }>({
  registered: async ({ browser, once }, use) => {
    await use(
      await once('a page for golden scenarios', async () => {
        const site = await serveSite({ host: 'node.localhost' })
        const page = await browser.newPage(NEW_PROFILE)
        await registerWorker(page, site.origin)

        return {
          value: page,
          end: async () => {
            await page.context().close()
            await site.stop()
          }
        }
      })
    )
  }
})

/** IDs of the nodes that this process started with. */
const ids: string[] = []

/** Scenarios of each group that run in the browser; all of them run in Node. */
const SLICE = 5

/** Headers that a page's fetch may not set. */
const FORBIDDEN = ['host', 'origin', 'referer', 'user-agent', 'content-length', 'accept-encoding']

/** Commands that need an online node. */
const ONLINE = /^\/api\/v0\/(bitswap|ping|provide|swarm|stats\/(bitswap|bw|dht|provide|reprovide))\b/

const OFFLINE = 'needs a node that is online'
const HEADERS = 'sets a header that a page may not set'
const CONFIGURED = 'needs another configuration at the start'

/** Reasons why a page cannot run any scenario of a group. */
const WHOLE_GROUPS: Readonly<Record<string, string>> = {
  ping: OFFLINE,
  provide: OFFLINE,
  stats: OFFLINE,
  swarm: OFFLINE,
  'gateway-host': HEADERS,
  'newer/files': CONFIGURED,
  'newer/key': CONFIGURED
}

/** Returns why a page cannot run a scenario; undefined if it can. */
function notInPage ({ setup, tags, steps }: Scenario): string | undefined {
  // This node is offline in the browser.
  if (setup?.online !== false && steps.some(({ request }) => ONLINE.test(request?.target ?? ''))) {
    return OFFLINE
  }
  if (setup?.peer != null) {
    return 'needs a second node'
  }
  if (setup?.config != null) {
    return CONFIGURED
  }
  if (tags != null) {
    return `needs ${tags.join()}`
  }

  for (const { request } of steps) {
    const reason = request == null ? undefined : requestNotInPage(request)
    if (reason != null) {
      return reason
    }
  }

  const targets = setup?.online === false ? [] : steps.map(({ request }) => request?.target ?? '')
  if (targets.some((target) => target.includes('timeout='))) {
    return 'waits for a block that may still come'
  }
  if (targets.some((target) => target.includes('name/publish'))) {
    return 'publishes to the network'
  }
  if (steps.some(({ response }) => JSON.stringify(response?.json ?? '').includes('routing: '))) {
    return 'asks the network'
  }
  // Chromium passes a worker's header on as UTF-8 of its Latin-1 characters.
  if (steps.some(({ response }) => /[^ -~]/.test(Object.values(response?.headers ?? {}).join('')))) {
    return 'reads a header that is not ASCII'
  }
  return steps.some(({ response }) => response?.status === 301 || response?.status === 302 || response?.status === 307)
    ? 'sees redirects'
    : undefined
}

/** Returns why a page cannot send a request; undefined if it can. */
function requestNotInPage ({ method, target, headers = {}, body, api }: GoldenRequest): string | undefined {
  if (Object.keys(headers).some((name) => FORBIDDEN.includes(name.toLowerCase()))) {
    return HEADERS
  }
  if (!['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].includes(method)) {
    return `uses ${method}`
  }
  if (body != null && method === 'GET') {
    return 'sends a body with GET'
  }
  if (!/^\/(api\/v0\/|ipfs\/)/.test(target)) {
    return 'is outside of the worker'
  }
  return api === 'rpc' && target.startsWith('/ipfs/') ? 'is about two ports' : undefined
}

for (const group of GROUPS) {
  const { scenarios } = goldenFile(group)
  const playable = scenarios.filter((scenario) =>
    EXPECTED_SKIPS[`${group}/${scenario.name}`] == null && notInPage(scenario) == null
  )
  // Spread over the group, the same ones each time.
  const step = Math.max(1, Math.floor(playable.length / SLICE))
  const slice = playable.filter((_, i) => i % step === 0).slice(0, SLICE)

  test(`golden ${group}: ${slice.map(({ name }) => name).join(', ')}`, async ({ registered: page }) => {
    test.skip(slice.length === 0 && WHOLE_GROUPS[group] != null, WHOLE_GROUPS[group])
    expect(slice.length).toBeGreaterThan(0)

    for (const scenario of slice) {
      await test.step(scenario.name, async () => {
        await forgetNode(page)
        const id = await openNode(page)
        expect(ids).not.toContain(id)
        ids.push(id)
        const beside = await goldenSurroundings(scenario.setup)

        try {
          await playScenario(scenario, browserTarget(page, beside.variables))
        } finally {
          await beside.stop()
        }
      })
    }
  })
}

/**
 * Configures the node like the recorded one.
 *
 * @returns its PeerID
 */
async function openNode (page: Page): Promise<string> {
  for (const [path, value] of Object.entries(RECORDED_CONFIG)) {
    expect((await rpc(page, `config?arg=${path}&arg=${encodeURIComponent(JSON.stringify(value))}&json=true`)).status)
      .toBe(200)
  }

  return (JSON.parse((await rpc(page, 'id')).text) as { ID: string }).ID
}
