import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { docsSite } from '../fixtures/build/docs-site.ts'
import { expect, test } from '../fixtures/build/examples.ts'

const run = promisify(execFile)

interface Site {
  cid: string
  gateway: string
  origin: string
  name: string
  nameOrigin: string
  dnslink: string
  places: Array<{ place: string; has: boolean; how: string }>
}

let program: string
let child: ChildProcess | undefined

test.beforeEach(async ({ bareFolder }) => {
  program = path.join(bareFolder, 'node_modules', 'swipfs', 'lib', 'cli.js')
})

test.afterEach(async () => {
  if (child != null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
    child = undefined
  }
})

/** Starts a node of the packed program. */
async function served (repo: string): Promise<{ rpc: string; gateway: string }> {
  child = spawn(
    process.execPath,
    [program, 'serve', '--repo', repo, '--rpc-port', '0', '--gateway-port', '0', '--offline'],
    { stdio: ['ignore', 'pipe', 'inherit'] }
  )
  const [line] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line') as [string]
  return JSON.parse(line) as { rpc: string; gateway: string }
}

test('the documentation of the project is published, and opens on its own origin', async ({ page, temporary }) => {
  const folder = path.join(temporary, 'docs')
  await cp(await docsSite(), folder, { recursive: true })
  const { rpc, gateway } = await served(path.join(temporary, 'repo'))
  const host = new URL(gateway).host.replace('127.0.0.1', 'localhost')
  const publish = async (...more: string[]): Promise<Site> =>
    JSON.parse(
      (await run(process.execPath, [
        program,
        'publish',
        '--api',
        rpc,
        '--gateway',
        `http://${host}`,
        '--domain',
        'docs.example',
        '--json',
        ...more,
        folder
      ])).stdout
    ) as Site

  const site = await publish('--key', 'docs')
  expect(site).toMatchObject({
    gateway: `http://${host}/ipfs/${site.cid}/`,
    origin: `http://${site.cid}.ipfs.${host}/`,
    dnslink: `_dnslink.docs.example TXT "dnslink=${site.name}"`
  })
  expect(site.name).toMatch(/^\/ipns\/k51/)
  expect(site.places).toEqual([
    { place: new URL(rpc).host, has: true, how: 'pinned' },
    { place: host, has: true, how: 'serves it' }
  ])

  await page.goto(site.origin)
  await page.locator('.vp-doc').getByRole('link', { name: 'Guide' }).first().click()
  await expect(page).toHaveURL(`${site.origin}guide.html`)
  await expect(page.locator('h1')).toContainText('app')

  // The next version has another origin, and the same name.
  await writeFile(path.join(folder, 'news.html'), '<!doctype html><h1>News</h1>')
  const next = await publish('--key', 'docs')
  expect(next.cid).not.toBe(site.cid)
  expect(next.name).toBe(site.name)
  await page.goto(`${next.nameOrigin}news.html`)
  await expect(page.locator('h1')).toHaveText('News')
})

test('a site is published in a repo, and a node on it serves the site afterwards', async ({ page, temporary }) => {
  const folder = path.join(temporary, 'site')
  const repo = path.join(temporary, 'repo')
  await mkdir(folder)
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><h1>My site</h1>')
  const { stdout, stderr } = await run(process.execPath, [program, 'publish', '--repo', repo, '--no-check', folder])
  expect(stderr).toBe('')
  const [, cid] = /^CID +(bafy\w+)$/m.exec(stdout)!
  const [, name] = /^IPNS name +\/ipns\/(k51\w+)$/m.exec(stdout)!
  expect(stdout).toContain(`Own origin https://${cid}.ipfs.dweb.link/\n`)
  expect(stdout).toContain(`_dnslink.YOUR-DOMAIN TXT "dnslink=/ipns/${name}"\n`)
  expect(stdout).toContain(`Has it     ${repo} (pinned)`)

  const { gateway } = await served(repo)
  await page.goto(`http://${name}.ipns.${new URL(gateway).host.replace('127.0.0.1', 'localhost')}/`)
  await expect(page.locator('h1')).toHaveText('My site')
})

test('publishing says which places lack the site, and fails without a node', async ({ temporary }) => {
  const folder = path.join(temporary, 'site')
  await mkdir(folder)
  await writeFile(path.join(folder, 'index.html'), '<h1>My site</h1>')
  const { rpc } = await served(path.join(temporary, 'repo'))
  const { stdout } = await run(process.execPath, [
    program,
    'publish',
    '--api',
    rpc,
    '--gateway',
    'http://127.0.0.1:9',
    folder
  ])
  expect(stdout).toContain('Lacks it   127.0.0.1:9 (not reachable)')
  const failed = run(process.execPath, [program, 'publish', '--api', 'http://127.0.0.1:9', folder])
  await expect(failed).rejects.toMatchObject({ code: 1 })
})
