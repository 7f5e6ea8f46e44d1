import { MemoryBlockstore } from '../../src/store/blockstore/memory-blockstore.ts'
import { startGateway, startRouter } from '../../src/testing/http/http-fixtures.ts'
import { TestNode } from '../../src/testing/test-node.ts'
import { call, openApp, readTarget } from './fixtures/page.ts'
import { expect, inEachBrowser, test } from './fixtures/test.ts'

const CONFIG = (router: string): Record<string, unknown> => ({
  'HTTPRetrieval.Allowlist': ['127.0.0.1'],
  'HTTPRetrieval.Gateways': [],
  'Routing.DelegatedRouters': [router]
})

inEachBrowser(() => {
  test('reads content of a remote node, and a waiting page continues to it', async ({ visitor, site }) => {
    const blockstore = new MemoryBlockstore()
    const node = await TestNode.start({ blockstore })
    const gateway = await startGateway(blockstore, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      return false
    })
    const router = await startRouter(() => [[gateway.address]])

    const add = async (text: string): Promise<string> => {
      const body = new FormData()
      body.append('file', new Blob([text]), 'file')
      return ((await node.rpc('add?cid-version=1&pin=false', { body })).lines.at(-1) as { Hash: string }).Hash
    }

    await openApp(visitor, site)

    // No other source is contacted, and the request fails at once.
    const { status, text } = await call(visitor, `cat?arg=${await add('nobody names who has this')}`)
    expect([status, text]).toEqual([500, expect.stringContaining('cannot be reached')])

    for (const [key, value] of Object.entries(CONFIG(router.url))) {
      expect(
        (await call(visitor, `config?arg=${key}&arg=${encodeURIComponent(JSON.stringify(value))}&json=true`)).status
      ).toBe(200)
    }

    expect(await readTarget(visitor, `/ipfs/${await add('read by a script')}`)).toMatchObject({
      status: 200,
      bytes: 16,
      broken: false
    })

    await visitor.goto(`${site.origin}/ipfs/${await add('shown to a person')}?filename=a.txt`)
    await expect.poll(async () => await visitor.evaluate(() => document.body.textContent.trim()).catch(() => '')).toBe(
      'shown to a person'
    )

    await Promise.all([gateway.close(), router.close()])
    await node.node.stop()
  })
})
