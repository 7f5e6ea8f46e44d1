import type * as Kubo from 'kubo-rpc-client'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { startStaticServer } from '../../scripts/serve/static-server/static-server.mjs'
import { startPinningService } from '../../src/testing/http/pinning-service.ts'
import { bundle } from '../fixtures/build/bundle.ts'
import { expect, test as base } from '../fixtures/site/site.ts'

type Window = globalThis.Window & { kubo: typeof Kubo; ipfs: Kubo.KuboRPCClient; ran: string[] }

interface Webui {
  /** origin of the node, with the page below `/webui/` */
  origin: string
  stop: () => Promise<void>
}

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/**
 * A page as common bundlers write it: inline scripts and styles, data URLs for images and fonts, code generated at run
 * time, chunk names that begin with `_`.
 */
const PAGE =
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>IPFS</title><link rel="icon" href="${PIXEL}">
  <style>#root { color: rgb(1, 2, 3) }</style><script>window.ran = ['inline']</script>
  <script type="module" crossorigin src="./static/_main-1.js"></script></head>
  <body><div id="root">…</div></body></html>`

const MAIN = `import './_client-2.js'
window.ran.push(new Function('return "made at run time"')())
window.ran.push(await (await fetch('./locales/en/app.json')).json())
window.ran.push(await new Promise((resolve) => {
  const image = new Image()
  image.onload = () => resolve('image')
  image.onerror = () => resolve('no image')
  image.src = '${PIXEL}'
}))
window.ran.push(await new Promise((resolve) => {
  const script = new Blob(['postMessage("worker")'])
  new Worker(URL.createObjectURL(script)).onmessage = ({ data }) => resolve(data)
}))
document.getElementById('root').textContent = 'ready'
// the API of the page's own origin, as ipfs-provider finds it
window.ipfs = window.kubo.create({ url: location.origin + '/' })`

let client: string

const test = base.extend<{ webui: Webui }>({
  webui: async ({ browserName: _ }, use) => {
    const root = await mkdtemp(path.join(os.tmpdir(), 'swipfs-webui-'))
    await cp(DIST, root, { recursive: true })
    await rm(path.join(root, 'webui'), { recursive: true, force: true })
    await mkdir(path.join(root, 'webui', 'static'), { recursive: true })
    await mkdir(path.join(root, 'webui', 'locales', 'en'), { recursive: true })
    await writeFile(path.join(root, 'webui', 'index.html'), PAGE)
    await writeFile(path.join(root, 'webui', 'static', '_main-1.js'), MAIN)
    await writeFile(path.join(root, 'webui', 'static', '_client-2.js'), client)
    await writeFile(path.join(root, 'webui', 'locales', 'en', 'app.json'), '"words"')
    const server = await startStaticServer({ root, port: 0 })
    await use({ origin: `http://node.localhost:${server.port}`, stop: server.close })
    await server.close()
    await rm(root, { recursive: true })
  }
})

// In one process, so that the bundle is built once.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  client = await bundle(fileURLToPath(import.meta.resolve('kubo-rpc-client')), 'kubo')
})

/** Opens the node's own page, then the third-party page. */
async function openWebui (page: Page, origin: string): Promise<void> {
  await page.goto(origin)
  await page.waitForFunction(() => navigator.serviceWorker.controller != null)
  await page.goto(`${origin}/webui`)
  expect(page.url()).toBe(`${origin}/webui/`)
  await expect(page.locator('#root')).toHaveText('ready')
}

test('a page that the owner installed at /webui/ runs with all its bundled files', async ({ page, webui }) => {
  await openWebui(page, webui.origin)
  expect(await page.evaluate(() => (window as unknown as Window).ran)).toEqual([
    'inline',
    'made at run time',
    'words',
    'image',
    'worker'
  ])
  await expect(page.locator('#root')).toHaveCSS('color', 'rgb(1, 2, 3)')
  // Missing files get an error, and no page of the node.
  expect(
    await page.evaluate(async () => {
      const { status, headers } = await fetch('./static/nosuch.js')
      return [status, headers.get('Content-Type')]
    })
  ).toEqual([404, 'text/plain; charset=utf-8'])
  // It must not be framed.
  const { headers } = await page.evaluate(async () => {
    const { headers } = await fetch('/webui/')
    return { headers: Object.fromEntries(headers) }
  })
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['content-security-policy']).toBeUndefined()
})

test('a first visit to it installs the node', async ({ page, webui }) => {
  await page.goto(`${webui.origin}/webui/#/files`, { waitUntil: 'commit' })
  await expect(page.locator('#root')).toHaveText('ready')
  expect(page.url()).toBe(`${webui.origin}/webui/#/files`)
  expect(await page.evaluate(async () => (await (window as unknown as Window).ipfs.version()).version)).toMatch(
    /^0\.40\./
  )
  // Its explorer has a gateway setting of its own, and otherwise uses a default port of this machine.
  expect(await page.evaluate(() => localStorage.getItem('ipfsLocalGateway'))).toBe(JSON.stringify(webui.origin))
  expect(JSON.parse(await page.evaluate(() => localStorage.getItem('kuboGateway')) ?? '')).toEqual({
    host: 'node.localhost',
    port: new URL(webui.origin).port,
    protocol: 'http',
    trustlessBlockBrokerConfig: { init: { allowLocal: true, allowInsecure: true } }
  })
  // The worker caches the existing files.
  await page.reload()
  await expect(page.locator('#root')).toHaveText('ready')
})

test('answers the calls of ipfs-webui to a page at /webui/', async ({ page, webui }) => {
  const service = await startPinningService({ key: 'a-secret' })

  try {
    await openWebui(page, webui.origin)

    const seen = await page.evaluate(async ([url, key]) => {
      const { ipfs } = window as unknown as Window
      const all = async <T>(source: AsyncIterable<T>, max = Infinity): Promise<T[]> => {
        const list: T[] = []
        for await (const item of source) {
          list.push(item)
          if (list.length >= max) {
            break
          }
        }
        return list
      }
      const post = async (target: string): Promise<unknown> => {
        const response = await fetch(`/api/v0/${target}`, { method: 'POST' })
        return response.ok ? await response.json() : await response.text()
      }
      const lines: Array<[string, unknown]> = []
      const see = async (name: string, call: () => Promise<unknown>): Promise<void> => {
        // Reports the name of a hanging call.
        const late = new Promise<string>((resolve) => {
          setTimeout(() => {
            resolve('nothing came')
          }, 30_000)
        })
        lines.push([name, await Promise.race([call().catch((err: Error) => `failed: ${err.message}`), late])])
      }

      // Status page.
      await see('stats/bw', async () => (await all(ipfs.stats.bw(), 1)).map((bw) => typeof bw.totalIn))
      await see('id', async () => (await ipfs.id()).id.toString() === await ipfs.config.get('Identity.PeerID'))
      await see('version', async () => (await ipfs.version()).version)
      await see('config', async () => Object.keys(await ipfs.config.getAll()).includes('Addresses'))
      await see('gateway', async () => await ipfs.config.get('Addresses.Gateway'))
      await see('repo/stat', async () => Number((await ipfs.repo.stat()).numObjects) > 0)
      await see('bitswap/stat', async () => typeof (await ipfs.bitswap.stat()).dataReceived)
      await see('swarm/peers', async () => Array.isArray(await ipfs.swarm.peers({ verbose: true })))
      await see(
        'swarm/connect',
        async () => await ipfs.swarm.connect('/p2p/x' as never).then(() => 'connected', () => 'refused')
      )

      // Files page.
      const progress: number[] = []
      await see('add', async () => {
        const [added] = await all(
          ipfs.addAll([{ path: 'a.txt', content: new Blob(['alpha']) }], {
            pin: false,
            wrapWithDirectory: false,
            progress: (bytes) => {
              progress.push(bytes)
            }
          })
        )
        await ipfs.files.mkdir('/docs', { parents: true })
        await ipfs.files.cp(`/ipfs/${added.cid}`, '/docs/a.txt')
        return added.size
      })
      await see('files/write', async () => {
        await ipfs.files.write('/docs/b.txt', new Blob(['beta']), { create: true })
        return 'written'
      })
      await see('files/mv', async () => {
        await ipfs.files.mv('/docs/b.txt', '/docs/c.txt')
        return 'moved'
      })
      await see(
        'files/ls',
        async () => (await all(ipfs.files.ls('/docs'))).map(({ name, type, size }) => [name, type, size])
      )
      await see('files/stat', async () => {
        const { type, cumulativeSize, blocks } = await ipfs.files.stat('/docs')
        return [type, cumulativeSize > 0, blocks]
      })
      await see(
        'files/read',
        async () => await new Blob(await all(ipfs.files.read('/docs/c.txt')) as BlobPart[]).text()
      )
      await see('ls', async () => (await all(ipfs.ls((await ipfs.files.stat('/docs')).cid))).map(({ name }) => name))
      await see(
        'get',
        async () => (await all(ipfs.get((await ipfs.files.stat('/docs')).cid, { archive: true }))).length > 0
      )
      await see('dag/export and import', async () => {
        const { cid } = await ipfs.files.stat('/docs')
        const car = await all(ipfs.dag.export(cid))
        const roots = (await all(ipfs.dag.import([(async function* () {
          yield* car
        })()]))).map(({ root }) => root?.cid.equals(cid))
        await ipfs.pin.rm(cid)
        return roots
      })
      await see(
        'gateway of the origin',
        async () => await (await fetch(`${location.origin}/ipfs/${(await ipfs.files.stat('/docs')).cid}/a.txt`)).text()
      )
      await see('pin', async () => {
        const { cid } = await ipfs.files.stat('/docs')
        await ipfs.pin.add(cid, { name: 'mine' })
        const [pin] = await all(ipfs.pin.ls({ paths: [cid] }))
        await ipfs.pin.rm(cid)
        return [pin.type, (await all(ipfs.pin.ls({ type: 'recursive' }))).some((other) => other.cid.equals(cid))]
      })
      await see('pin/remote', async () => {
        await ipfs.pin.remote.service.add('svc', { endpoint: new URL(url), key })
        const { cid } = await ipfs.files.stat('/docs')
        await ipfs.pin.remote.add(cid, { service: 'svc', name: 'far', background: true })
        const pins = await all(
          ipfs.pin.remote.ls({ service: 'svc', status: ['queued', 'pinning', 'pinned', 'failed'] })
        )
        const [{ service, stat }] = await ipfs.pin.remote.service.ls({ stat: true }) as Array<
          { service: string; stat: { status: string; pinCount?: { pinned: number } } }
        >
        await ipfs.pin.remote.rmAll({ service: 'svc', cid: [cid], status: ['pinned'] })
        await ipfs.pin.remote.service.rm('svc')
        return [pins.map(({ name, status }) => [name, status]), service, stat.status, stat.pinCount?.pinned]
      })
      await see('files/rm', async () => {
        await ipfs.files.rm('/docs', { recursive: true })
        return (await all(ipfs.files.ls('/'))).length
      })

      // Explore page.
      await see('dag/get', async () => {
        const cid = await ipfs.dag.put({ a: 1 }, { pin: false })
        return [(await ipfs.dag.get(cid)).value, (await ipfs.block.stat(cid)).size > 0]
      })

      // Settings page.
      await see('config/replace', async () => {
        const config = await ipfs.config.getAll()
        await ipfs.config.replace({ ...config, Datastore: { ...config.Datastore, StorageMax: '7GB' } } as never)
        return await ipfs.config.get('Datastore.StorageMax')
      })
      await see('key', async () => {
        await ipfs.key.gen('site', { type: 'ed25519' })
        await ipfs.key.rename('site', 'blog')
        const names = (await ipfs.key.list()).map(({ name }) => name)
        await ipfs.key.rm('blog')
        return names
      })
      await see('name', async () => {
        const self = (await ipfs.id()).id.toString()
        const { value } = await ipfs.name.publish(
          '/ipfs/bafkqablimvwgy3y',
          { allowOffline: true, offline: true } as never
        )
        return [value, (await all(ipfs.name.resolve(`/ipns/${self}`, { offline: true } as never))).at(-1)]
      })

      // Diagnostics page.
      await see('log/ls', async () => (await ipfs.log.ls()).length > 0)
      await see('log/level', async () => (await ipfs.log.level('*', 'debug')).message.includes('*'))
      await see('log/tail', async () => {
        const response = await fetch('/api/v0/log/tail', { method: 'POST' })
        const reader = response.body!.getReader()
        await ipfs.version()
        const { done } = await reader.read()
        await reader.cancel()
        return done
      })
      await see('diag/sys', async () => Object.keys(await ipfs.diag.sys()).length > 0)
      await see('diag/cmds', async () => Array.isArray(await ipfs.diag.cmds()))
      await see('provide/stat', async () => typeof await post('provide/stat'))

      return lines
    }, [service.url, 'a-secret'] as const)

    expect(Object.fromEntries(seen)).toEqual({
      'stats/bw': ['bigint'],
      id: true,
      version: '0.40.0',
      config: true,
      gateway: `/dns/node.localhost/tcp/${new URL(webui.origin).port}/http`,
      'repo/stat': true,
      'bitswap/stat': 'bigint',
      'swarm/peers': true,
      'swarm/connect': 'refused',
      add: 13,
      'files/write': 'written',
      'files/mv': 'moved',
      'files/ls': [['a.txt', 'file', 5], ['c.txt', 'file', 4]],
      'files/stat': ['directory', true, 2],
      'files/read': 'beta',
      ls: ['a.txt', 'c.txt'],
      get: true,
      'dag/export and import': [true],
      'gateway of the origin': 'alpha',
      pin: ['recursive', false],
      'pin/remote': [[['far', 'pinned']], 'svc', 'valid', 1],
      'files/rm': 0,
      'dag/get': [{ a: 1 }, true],
      'config/replace': '7GB',
      key: ['self', 'blog'],
      name: ['/ipfs/bafkqablimvwgy3y', '/ipfs/bafkqablimvwgy3y'],
      'log/ls': true,
      'log/level': true,
      'log/tail': false,
      'diag/sys': true,
      'diag/cmds': true,
      'provide/stat': 'object'
    })
  } finally {
    await service.close()
  }
})

test('a page at /webui/ finds an offline node, and contacts no other host', async ({ page, webui }) => {
  await openWebui(page, webui.origin)
  const found = await page.evaluate(async () => {
    const { ipfs } = window as unknown as Window
    await ipfs.config.set('HTTPRetrieval.Enabled', false)
    const told = []
    // It polls this every few seconds to check whether there is a node.
    for await (const stats of ipfs.stats.bw()) {
      told.push(stats)
    }
    return [
      told.map(({ rateIn, rateOut }) => [rateIn, rateOut]),
      await ipfs.swarm.peers().then(() => 'peers', () => 'no peers'),
      (await ipfs.id()).id.toString() !== ''
    ]
  })
  expect(found).toEqual([[[0, 0]], 'no peers', true])
})

test('an open page at /webui/ continues offline, and nothing else is shown at its address', async ({ page, webui }) => {
  await openWebui(page, webui.origin)
  await webui.stop()
  expect(await page.evaluate(async () => (await (window as unknown as Window).ipfs.version()).version)).toBe('0.40.0')
  expect(
    await page.evaluate(async () =>
      await Promise.all(
        ['/webui/', '/webui/static/_main-1.js', '/webui/locales/en/app.json'].map(async (path) =>
          (await fetch(path)).status
        )
      )
    )
  ).toEqual([504, 504, 504])
  const answer = await page.goto(`${webui.origin}/webui/`)
  expect(answer?.status()).toBe(504)
  await expect(page.locator('body')).toContainText(
    'The network is unavailable, and this file is not stored for offline use.'
  )
  // The node's own page still opens.
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.locator('header .pill')).toHaveAttribute('data-state', /^(?:ready|offline)$/)
})

test('content at a path like /webui/ does not become a page of the owner', async ({ page, webui }) => {
  await openWebui(page, webui.origin)

  expect(
    await page.evaluate(async () => {
      const { ipfs } = window as unknown as Window
      const { cid } = await ipfs.add({
        path: 'webui/index.html',
        content: '<!doctype html><title>…</title><script>fetch("/api/v0/id", { method: "POST" }).then(({ status }) ' +
          '=> { document.title = String(status) })</script>'
      }, { wrapWithDirectory: true })
      const { headers } = await fetch(`/ipfs/${cid}/webui/`)
      return headers.get('Content-Security-Policy')
    })
  ).toContain('sandbox')
})
