import '../../src/libp2p/promise-with-resolvers.ts'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import type { Browser } from 'playwright'
import { chromiumArgs, chromiumPath } from '../../e2e/fixtures/chromium.ts'
import { startStaticServer } from '../../scripts/static-server/static-server.mjs'
import { NO_PEERS } from '../../scripts/static-server/no-peers.mjs'
import { buildGoPeer, startGoPeer } from '../../src/testing/go-peer.ts'
import type { GoPeer } from '../../src/testing/go-peer.ts'
import { startRelay } from '../../src/testing/relay.ts'
import { startSwarmNode } from '../../src/testing/swarm-node.ts'
import { openBrowserPeer } from './browser-peer.ts'
import type { BrowserPeer } from './browser-peer.ts'
import { figureOf, foldersOf, formOf } from './folders.ts'
import type { Folder } from './folders.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** How a browser reaches a peer of Go, and by which of its addresses. */
const TRANSPORTS: Array<[name: string, address: RegExp]> = [['ws', /\/ws\/p2p\//], ['WebTransport', /\/webtransport\/certhash\//], ['WebRTC-direct', /\/webrtc-direct\/certhash\//]]

/** What does not come in this time does not come. */
const FETCH_LIMIT = '10m'

type Row = [what: string, transport: string, unit: string, browser: string, go: string, ratio: string]

/**
 * Folders from and to the node in a browser over each transport, beside those that two peers on go-libp2p and boxo (what Kubo is made of) exchange over the same one
 * on this machine; and between two browsers. One run each, over bytes that nobody has seen; what is told is what the peer that asks sees.
 *
 * @param print - told of each row as it comes
 */
export async function swarmBench ({ mib, files, only = '' }: { mib: number, files: number, only?: string }, print: (row: Row) => void): Promise<void> {
  const built = buildGoPeer()
  const site = await startStaticServer({ root: join(ROOT, 'dist'), port: 0, instead: NO_PEERS })
  const origin = `http://node.localhost:${site.port}`
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs() })
  console.log(`${cpus().length} cores, load ${loadavg().map((load) => load.toFixed(1)).join(' ')}`)

  try {
    for (const folder of foldersOf(mib, files)) {
      for (const [name, address] of 'missing' in built ? [] : TRANSPORTS.filter(([name]) => name.includes(only))) {
        await withGo(browser, origin, (built as { file: string }).file, { name, address, folder }, print)
      }

      if ('WebRTC between browsers'.includes(only)) {
        await betweenBrowsers(browser, origin, folder, print)
      }
    }

    if ('missing' in built) {
      console.log(`left out: ${built.missing}`)
    }
  } finally {
    await browser.close()
    await site.close()
  }
}

async function withGo (browser: Browser, origin: string, file: string, { name, address, folder }: { name: string, address: RegExp, folder: Folder }, print: (row: Row) => void): Promise<void> {
  const [from, to, other] = await Promise.all([startGoPeer(file), startGoPeer(file), startGoPeer(file)])
  const peer = await openBrowserPeer(browser, origin)
  const of = (go: GoPeer): string => go.addresses.find((text) => address.test(text)) ?? ''
  const dial = async (go: GoPeer): Promise<number> => await peer.timed(`swarm/connect?arg=${encodeURIComponent(of(go))}`)

  try {
    const { root, cids } = await fill(from, folder)
    await other.ask('connect', { Addr: of(from) })
    const goMs = await fetchAll(other, cids)
    const dialMs = await dial(from)
    print(row(`${folder.name} from the peer`, name, folder, await peer.timed(`pin/add?arg=${root}&timeout=${FETCH_LIMIT}`), goMs))

    const mine = await peer.add(folder)
    const refs = await cidsOf(peer, mine)
    await dial(to)
    print(row(`${folder.name} to the peer`, name, folder, await fetchAll(to, refs), goMs))
    print(['dial', name, 'ms', dialMs.toFixed(0), '', ''])
  } finally {
    await peer.close()
    await Promise.all([from, to, other].map(async ({ kill }) => { await kill() }))
  }
}

async function betweenBrowsers (browser: Browser, origin: string, folder: Folder, print: (row: Row) => void): Promise<void> {
  const relay = await startRelay()
  const [near, far] = [await openBrowserPeer(browser, origin, [relay.address]), await openBrowserPeer(browser, origin, [relay.address])]

  try {
    const root = await far.add(folder)
    const dialMs = await near.timed(`swarm/connect?arg=${encodeURIComponent(await webRtcAddress(far))}`)
    print(row(`${folder.name} from the other`, 'WebRTC between browsers', folder, await near.timed(`pin/add?arg=${root}&timeout=${FETCH_LIMIT}`)))
    print(['dial', 'WebRTC between browsers', 'ms', dialMs.toFixed(0), '', ''])
  } finally {
    await Promise.all([near.close(), far.close()])
    await relay.stop()
  }
}

/** Brings a folder to a peer of Go, by a node in Node whose importer makes it. */
async function fill (go: GoPeer, folder: Folder): Promise<{ root: string, cids: string[] }> {
  const node = await startSwarmNode()

  try {
    const root = ((await node.rpc('add?cid-version=1&quiet=true&pin=false', { body: formOf(folder) })).lines.at(-1) as { Hash: string }).Hash
    const cids = [root, ...(await node.rpc(`refs?arg=${root}&recursive=true&unique=true`)).lines.map((line) => (line as { Ref: string }).Ref)]
    await go.ask('connect', { Addr: node.addresses[0] })
    await fetchAll(go, cids)
    return { root, cids }
  } finally {
    await node.node.stop()
  }
}

/** What it takes a peer of Go to fetch blocks in one session of bitswap, in milliseconds. */
async function fetchAll (go: GoPeer, cids: readonly string[]): Promise<number> {
  const start = performance.now()
  await go.ask('fetch', { Cids: cids })
  return performance.now() - start
}

async function cidsOf (peer: BrowserPeer, root: string): Promise<string[]> {
  const refs = (await peer.call(`refs?arg=${root}&recursive=true&unique=true`)).trim().split('\n')
  return [root, ...refs.map((line) => (JSON.parse(line) as { Ref: string }).Ref)]
}

/** Where a browser is reached by WebRTC, once its relay has a place for it. */
async function webRtcAddress (peer: BrowserPeer): Promise<string> {
  for (;;) {
    const address = (JSON.parse(await peer.call('id')) as { Addresses: string[] | null }).Addresses?.find((text) => text.includes('/p2p-circuit/webrtc/p2p/'))

    if (address != null) {
      return address
    }

    await new Promise((resolve) => { setTimeout(resolve, 100) })
  }
}

/** A ratio of 1 is equal, more is better. */
function row (what: string, transport: string, folder: Folder, ms: number, goMs?: number): Row {
  const figure = (ms: number): string => figureOf(folder, ms).toFixed(1)
  return [what, transport, folder.unit, figure(ms), goMs == null ? '' : figure(goMs), goMs == null ? '' : (goMs / ms).toFixed(2)]
}
