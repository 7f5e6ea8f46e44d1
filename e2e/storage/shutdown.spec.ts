import { isReady, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet.ts'
import { killWorkers, rpc } from '../fixtures/site/site.ts'

test(
  'a shut-down node stays down, also in the next worker, until its page is opened',
  async ({ page, site, quiet }) => {
    quiet.allow(/503/)
    await visit(page, site.origin)
    await isReady(page)
    const { Hash } = JSON.parse((await rpc(page, 'add', { text: 'stays' })).text) as { Hash: string }

    expect(await rpc(page, 'shutdown')).toMatchObject({ status: 200, text: '' })
    await expect.poll(async () => await rpc(page, 'id')).toMatchObject({
      status: 503,
      text: expect.stringContaining('the node was shut down')
    })
    await killWorkers(page.context(), page)
    expect((await rpc(page, `cat?arg=${Hash}`)).status).toBe(503)

    await page.reload()
    await isReady(page)
    expect((await rpc(page, `cat?arg=${Hash}`)).text).toBe('stays')
  }
)
