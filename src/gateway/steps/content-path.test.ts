import { MemoryDatastore } from 'datastore-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { TestNode } from '../../testing/test-node.ts'
import { handleGateway } from '../handler/handler.ts'
import { localGateway } from '../local/local-gateway.ts'
import { SANDBOX_POLICY } from '../response/sandbox.ts'

let app: TestNode

beforeEach(async () => {
  app = await TestNode.start({ online: true })
})

async function getPath (
  path: string,
  { headers, sandbox = true }: { headers?: Record<string, string>; sandbox?: boolean } = {}
): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await handleGateway(
    new Request(`http://node.localhost${path}`, { headers }),
    localGateway(app.node),
    { sandbox }
  )
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function writeFile (path: string, text: string, query = ''): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob([text]), 'f')
  expect((await app.rpc(`files/write?arg=${path}&create=true&parents=true&truncate=true${query}`, { body })).status)
    .toBe(200)
}

describe('mutable files at /mfs', () => {
  it('are available from mount to shutdown', async () => {
    await writeFile('/d/a.txt', 'one')
    expect(await getPath('/mfs/d/a.txt')).toMatchObject({
      status: 404,
      text: expect.stringContaining('not mounted') as string
    })
    expect((await app.rpc('mount')).lines).toEqual([{
      IPFS: '/ipfs',
      IPNS: '/ipns',
      MFS: '/mfs',
      FuseAllowOther: false
    }])
    expect((await app.rpc('mount?encoding=text')).text).toBe(
      'IPFS mounted at: /ipfs\nIPNS mounted at: /ipns\nMFS mounted at: /mfs\n'
    )
    expect(await getPath('/mfs/d/a.txt')).toMatchObject({ status: 200, text: 'one' })
    expect((await getPath('/mfs/nowhere')).status).toBe(404)
    expect((await getPath('/mfs/../ipfs/x')).status).toBe(400)
    await app.rpc('shutdown')
    expect((await getPath('/mfs/')).status).toBe(404)
  })

  it('are still mounted after a restart of the worker', async () => {
    const datastore = new MemoryDatastore()
    app = await TestNode.start({ online: true, datastore, blockstore: app.node.blockstore })
    await app.rpc('mount')
    app = await TestNode.start({ datastore, blockstore: app.node.blockstore })
    expect((await getPath('/mfs/')).status).toBe(200)
  })

  it('are always current, and cached only with revalidation', async () => {
    await app.rpc('mount')
    await writeFile('/a.txt', 'one')
    const before = await getPath('/mfs/a.txt')
    await writeFile('/a.txt', 'two', '&flush=false')
    const now = await getPath('/mfs/a.txt')
    expect([before.text, now.text]).toEqual(['one', 'two'])
    expect(now.headers.get('cache-control')).toBe('private, no-cache')
    expect(now.headers.get('etag')).toMatch(/^"\w{46,}"$/)
    expect(now.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect((await getPath('/mfs/a.txt', { headers: { 'if-none-match': now.headers.get('etag') as string } })).status)
      .toBe(
        304
      )
    expect(await getPath('/mfs/a.txt', { headers: { range: 'bytes=1-' } })).toMatchObject({ status: 206, text: 'wo' })
  })

  it('are listed, with links within the mount', async () => {
    await app.rpc('mount')
    await writeFile('/d/e/a b.txt', 'x')
    expect((await getPath('/mfs')).headers.get('location')).toBe('/mfs/')
    expect((await getPath('/mfs/d?x=1')).headers.get('location')).toBe('/mfs/d/?x=1')
    const listing = await getPath('/mfs/d/e/')
    expect(listing.text).toContain('href="/mfs/d/e/a%20b.txt"')
    expect(listing.headers.get('cache-control')).toBe('private, no-cache')
    expect(listing.headers.get('x-ipfs-path')).toBe('/mfs/d/e/')
    expect((await getPath('/mfs/')).text).toContain('href="/mfs/d')
  })

  it('are only for their own origin', async () => {
    await app.rpc('mount')
    await writeFile('/page.html', '<script>alert(1)</script>')
    const { headers } = await getPath('/mfs/page.html')
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    expect(
      ['cross-origin-resource-policy', 'x-frame-options', 'content-security-policy'].map((name) => headers.get(name))
    ).toEqual(['same-origin', 'SAMEORIGIN', SANDBOX_POLICY])
    for (const site of ['same-origin', 'same-site', 'cross-site']) {
      expect((await getPath('/mfs/page.html', { sandbox: false, headers: { 'sec-fetch-site': site } })).status).toBe(
        403
      )
    }
    for (const headers of [{ 'sec-fetch-site': 'none' }, undefined]) {
      expect((await getPath('/mfs/page.html', { sandbox: false, headers })).status).toBe(200)
    }
    expect((await getPath('/mfs/nowhere')).headers.get('access-control-allow-origin')).toBeNull()
  })

  it('have no other path, and need an online node', async () => {
    for (const query of ['ipfs-path=/x', 'ipns-path=/x', 'mfs-path=/x']) {
      expect((await app.rpc(`mount?${query}`)).lines).toMatchObject([{ Code: 2 }])
    }
    await app.rpc('config?arg=Mounts.MFS&arg=/mnt/mfs')
    expect((await app.rpc('mount')).lines).toMatchObject([{ Code: 2 }])
    expect((await app.rpc('mount?mfs-path=/mfs')).status).toBe(200)
    app = await TestNode.start()
    expect((await app.rpc('mount')).lines).toMatchObject([{
      Message: "this command must be run in online mode. Try running 'ipfs daemon' first"
    }])
    expect((await getPath('/mfs/')).status).toBe(404)
  })
})
