import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundleEdge } from '../../scripts/build/edge/bundle-edge.mjs'
import { startEngine } from '../../scripts/serve/edge/engine.mjs'
import { heldAnswers, startGateway } from '../../src/testing/http/http-fixtures.ts'
import type { HeldAnswers, TestServer } from '../../src/testing/http/http-fixtures.ts'
import { TestNode } from '../../src/testing/test-node.ts'
import type { Counts } from '../testing/counting-worker.ts'
import { hasEngine } from '../testing/has-engine.ts'
import { noiseBytes } from '../testing/noise-bytes.ts'
import { edgeRpc, TOKEN } from '../testing/served-edge.ts'
import { upload } from '../testing/upload.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const KIB = 1024
const HOOK_MS = 120_000

/** Blocks that the gateway serves before the test lets it continue. */
const SOME = 4

/** Visitors of one slow content: more than the node answers at once. */
const VISITORS = 70

/** Contents of other roots that are slow too. */
const OTHERS = 5

describe('content that the node does not have', () => {
  if (!hasEngine()) {
    it.skip('workerd has no build for this platform')
    return
  }

  let engine: Awaited<ReturnType<typeof startEngine>>
  let owner: TestNode
  let gateway: TestServer
  let answers: HeldAnswers

  const last = (answer: string): string =>
    (JSON.parse(answer.trim().split('\n').at(-1)!) as Record<string, string>).Hash
  const added = async (bytes: Uint8Array): Promise<string> =>
    last(await (await edgeRpc(engine.url, 'add?cid-version=1&progress=false', upload(bytes))).text())
  const counts = async (): Promise<Counts> => await (await fetch(`${engine.url}/test-counts`)).json() as Counts

  beforeEach(async () => {
    owner = await TestNode.start()
    answers = heldAnswers(SOME)
    gateway = await startGateway(owner.node.blockstore, answers.meddle)
    const config = {
      Bootstrap: [],
      'Routing.Type': 'none',
      'HTTPRetrieval.Gateways': [gateway.url],
      'HTTPRetrieval.Allowlist': ['127.0.0.1']
    }
    engine = await startEngine({
      code: await bundleEdge({
        root: ROOT,
        entry: fileURLToPath(new URL('../testing/counting-worker.ts', import.meta.url))
      }),
      bindings: { TOKEN, CONFIG: JSON.stringify(config) },
      fetches: true
    })
    const known = await added(noiseBytes(1, 1000))
    const untilMs = Date.now() + 30_000

    // The manifest has the settings.
    for (let n = 0;; n++) {
      await counts()
      await (await fetch(`${engine.url}/ipfs/${known}?n=${n}`)).arrayBuffer()

      if ((await counts()).objects === 0) {
        break
      }

      expect(Date.now()).toBeLessThan(untilMs)
      await new Promise((resolve) => {
        setTimeout(resolve, 500)
      })
    }
  }, HOOK_MS)

  afterEach(async () => {
    answers.open()
    await Promise.all([engine.close(), gateway.close(), owner.node.stop()])
  }, HOOK_MS)

  it('is fetched once for all of its visitors, who take no place of the node', async () => {
    const contents = await Promise.all(
      Array.from({ length: OTHERS + 1 }, async (_, i) => {
        const bytes = noiseBytes(10 + i, 2000 * KIB)
        return {
          bytes,
          root: last((await owner.rpc('add?cid-version=1&progress=false', { body: upload(bytes) })).text)
        }
      })
    )
    const [{ root, bytes }, ...others] = contents
    await counts()
    const visits = Array.from({ length: VISITORS }, async (_, i) => {
      // The limit of an object is for each root too.
      const response = await fetch(`${engine.url}/ipfs/${root}?n=${i}`)
      return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
    })
    const slow = others.map(async ({ root }) =>
      (await (await fetch(`${engine.url}/ipfs/${root}`)).arrayBuffer()).byteLength
    )
    await expect.poll(() => answers.count, { timeout: 20_000 }).toBeGreaterThan(SOME)
    let total = 0
    await expect.poll(async () => {
      const { fetchers } = await counts()
      total += fetchers
      return total
    }, { timeout: 30_000 }).toBe(VISITORS + OTHERS)

    // The node has all of its places.
    const fresh = await added(noiseBytes(3, 700))
    const response = await fetch(`${engine.url}/ipfs/${fresh}`)
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, 700])

    answers.open()
    const seen = await Promise.all(visits)
    const whole = seen.filter(({ status }) => status === 200)
    expect(whole.length).toBe(64)
    expect(seen.filter(({ status }) => status === 429).length).toBe(VISITORS - 64)
    expect(whole.every((answer) => Buffer.compare(Buffer.from(answer.bytes), Buffer.from(bytes)) === 0)).toBe(true)
    expect(await Promise.all(slow)).toEqual(others.map(() => 2000 * KIB))

    const blocks = gateway.asked.filter((path) => path.startsWith('/ipfs/'))
    expect(blocks.length).toBe(new Set(blocks).size)
  }, HOOK_MS)
})
