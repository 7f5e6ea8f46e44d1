import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { packedLibrary } from '../fixtures/build/packed.ts'
import { servedFolder } from '../fixtures/site/served-folder.ts'
import { expect, inEachBrowser, test } from './fixtures/test.ts'

const CID = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'

const PAGE = `<!doctype html>
<p id="state">Starting…</p>
<script type="module">
  import { add, ready, register, rpc } from '/vendor/client.js'

  try {
    await register()
    await ready()
    const { cid } = await add([{ path: 'a.txt', content: new Blob(['hello']) }])
    const { Keys } = await rpc('pin/ls', { args: [cid] })
    document.querySelector('p').textContent = [cid, Keys[cid].Type, await (await fetch('/ipfs/' + cid)).text()].join()
  } catch (err) {
    document.querySelector('p').textContent = err.message
  }
</script>`

/** Time to pack the library, or to wait for the process that packs it. */
const PREPARE_MS = 900_000

// The site is prepared once.
test.describe.configure({ mode: 'default' })

let site: string

test.beforeAll(async () => {
  test.setTimeout(PREPARE_MS)
  site = await mkdtemp(path.join(os.tmpdir(), 'swipfs-library-'))
  const lib = await packedLibrary()
  await cp(path.join(lib, 'sw'), path.join(site, 'vendor'), { recursive: true })
  await cp(path.join(lib, 'page'), path.join(site, 'vendor'), { recursive: true })
  await writeFile(path.join(site, 'index.html'), PAGE)
  await writeFile(
    path.join(site, 'sw.js'),
    "self.swipfs = { version: '1', precache: ['/', '/vendor/client.js'], swarmScript: '/vendor/swarm.js' }\n" +
      "importScripts('/vendor/sw.js')\n"
  )
})

test.afterAll(async () => {
  await rm(site, { recursive: true, force: true })
})

inEachBrowser(() => {
  test('an app without a bundler has a node, and opens offline', async ({ visitor }) => {
    const { origin, stop } = await servedFolder(site)
    const state = async (): Promise<string> =>
      await visitor.evaluate(() => document.querySelector('#state')?.textContent ?? '')

    try {
      await visitor.goto(origin)
      await expect.poll(state).toBe(`${CID},recursive,hello`)
    } finally {
      await stop()
    }

    await visitor.goto(`${origin}/`)
    await expect.poll(state).toBe(`${CID},recursive,hello`)
  })
})
