import { HELLO } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/site/installed-worker.ts'
import { openApp, registerWorker, rpc } from '../fixtures/site/site.ts'

// In one process, so that the second test sees leftovers of the first.
test.describe.configure({ mode: 'default' })

const LEFT = HELLO.cid

/** PeerIDs of the nodes so far. */
const ids: string[] = []

for (const which of ['one', 'the next']) {
  test(
    `tests that share an installed worker leave no data to each other: ${which}`,
    async ({ page, context, site }) => {
      await openApp(page, site)
      const { ID } = JSON.parse((await rpc(page, 'id')).text) as { ID: string }
      expect(ids).not.toContain(ID)
      ids.push(ID)
      expect((await rpc(page, `pin/ls?arg=${LEFT}`)).text).toContain('is not pinned')
      expect((await rpc(page, `block/stat?arg=${LEFT}&offline=true`)).status).toBe(500)
      expect((await rpc(page, 'config?arg=Datastore.StorageMax')).text).not.toContain('5GB')
      expect(
        await page.evaluate(
          async () => [
            localStorage.getItem('left'),
            navigator.onLine,
            (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state
          ]
        )
      ).toEqual([null, true, 'prompt'])
      expect(context.pages()).toEqual([page])

      expect((await rpc(page, 'add?cid-version=1', { text: HELLO.text })).text).toContain(LEFT)
      expect((await rpc(page, 'config?arg=Datastore.StorageMax&arg=5GB')).status).toBe(200)
      await page.evaluate(() => {
        localStorage.setItem('left', 'behind')
      })
      await context.grantPermissions(['clipboard-read'])
      const other = await context.newPage()
      // Content on its own origin has such a worker; `setOffline` of the next test would wait for it forever.
      if (which === 'one') {
        await registerWorker(other, `http://other.localhost:${site.port}`)
      }
      await context.setOffline(true)
      await site.stop()
    }
  )
}
