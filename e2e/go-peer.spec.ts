import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { buildGoPeer, startGoPeer } from '../src/testing/go-peer.ts'
import { json, openPeerApp } from './fixtures/peer-app.ts'
import { expect, rpc, test } from './fixtures/site.ts'

for (const transport of ['webtransport', 'webrtc-direct']) {
  test(`a peer of Go is met by ${transport}, and blocks go both ways`, async ({ page, site }) => {
    test.setTimeout(400_000) // its first build takes minutes
    const built = buildGoPeer()
    test.skip('missing' in built, 'missing' in built ? built.missing : undefined)
    const { file } = built as { file: string }
    const go = await startGoPeer(file)

    try {
      const { Cid = '' } = await go.ask('put', { Data: btoa('from Go') })
      await openPeerApp(page, site.origin)
      const address = go.addresses.find((address) => address.includes(`/${transport}/certhash/`)) ?? ''
      expect(await json(page, `swarm/connect?arg=${encodeURIComponent(address)}`)).toEqual({ Strings: [`connect ${address.slice(address.lastIndexOf('/') + 1)} success`] })
      expect(await json(page, 'swarm/peers')).toMatchObject({ Peers: [{ Addr: expect.stringContaining(`/${transport}`) as unknown as string }] })
      expect((await rpc(page, `cat?arg=${Cid}&timeout=20s`)).text).toBe('from Go')

      const { Hash } = JSON.parse((await rpc(page, 'add?cid-version=1', { text: 'from the browser' })).text) as { Hash: string }
      expect(atob((await go.ask('get', { Cid: Hash })).Data ?? '')).toBe('from the browser')
    } finally {
      await go.kill()
      rmSync(dirname(file), { recursive: true })
    }
  })
}
