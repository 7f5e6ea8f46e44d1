import { call, json, openApp } from './fixtures/page.ts'
import { expect, inEachBrowser, test } from './fixtures/test.ts'

interface Added {
  Hash: string
}

inEachBrowser((kind) => {
  if (kind.keepsData) {
    test(
      'a browser killed during adds loses no pinned data',
      async ({ launch, site }) => {
        const first = await launch()
        await openApp(first, site)
        const { ID } = await json<{ ID: string }>(first, 'id')
        const pins: string[] = []
        for (let i = 0; i < 10; i++) {
          pins.push((await json<Added>(first, 'add', { randomBytes: 5000 })).Hash)
        }
        await call(first, 'config?arg=Datastore.StorageMax&arg=5GB')
        // The test does not wait for these.
        await first.evaluate(() => {
          void (async () => {
            for (;;) {
              const body = new FormData()
              body.append('file', new Blob([crypto.getRandomValues(new Uint8Array(5000))]))
              await fetch('/api/v0/add?pin=false', { method: 'POST', body })
            }
          })()
        })
        await first.kill()

        const second = await launch()
        await openApp(second, site)
        pins.push((await json<Added>(second, 'add', { randomBytes: 5000 })).Hash)
        await second.close()

        const third = await launch()
        await openApp(third, site)
        expect((await json<{ ID: string }>(third, 'id')).ID).toBe(ID)
        expect((await json<{ Value: string }>(third, 'config?arg=Datastore.StorageMax')).Value).toBe('5GB')
        expect(Object.keys((await json<{ Keys: object }>(third, 'pin/ls?type=recursive')).Keys)).toEqual(
          expect.arrayContaining(pins)
        )
        expect((await call(third, 'repo/verify')).text).toContain('verify complete, all blocks validated.')
        expect((await call(third, 'pin/verify')).text).toBe('')
      }
    )
  }
})
