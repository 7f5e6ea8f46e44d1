import '../../src/libp2p/host/promise-with-resolvers.ts'

import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NO_PEERS } from '../../scripts/serve/static-server/no-peers.mjs'
import { startStaticServer } from '../../scripts/serve/static-server/static-server.mjs'
import { buildGoPeer } from '../../src/testing/peers/go-peer.ts'
import { startRelay } from '../../src/testing/peers/relay.ts'
import { openBrowserPeer } from './browser-peer.ts'
import type { BrowserPeer } from './browser-peer.ts'
import { cidsOf } from './cids-of.ts'
import type { FarPeer, FarPeers } from './far-peer.ts'
import { figureOf, foldersOf } from './folders.ts'
import type { Folder } from './folders.ts'
import { goFarPeer } from './go-far-peer.ts'
import { kuboFarPeer } from './kubo-far-peer.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Transports to an outside peer, with patterns of its addresses. */
const TRANSPORTS: Array<[name: string, address: RegExp]> = [['ws', /\/ws\/p2p\//], [
  'WebTransport',
  /\/webtransport\/certhash\//
], ['WebRTC-direct', /\/webrtc-direct\/certhash\//]]

/** Timeout of a fetch. */
const FETCH_LIMIT = '10m'

type Row = [what: string, transport: string, unit: string, browser: string, beside: string, ratio: string]

/**
 * Transfers folders to and from the node in a browser over each transport, and between two browsers. For comparison,
 * two peers on go-libp2p and boxo (the libraries of Kubo) transfer the same folders on this machine, and two Kubo
 * daemons if `KUBO_BIN` is set.
 *
 * One run each, over new random bytes; durations are measured by the fetching peer.
 *
 * @param print - called with each row as it is measured
 */
export async function swarmBench (
  { mib, files, only = '' }: { mib: number; files: number; only?: string },
  print: (row: Row) => void
): Promise<void> {
  const built = buildGoPeer()

  const kinds: FarPeers[] = [
    ...'missing' in built ? [] : [{ name: 'Open', start: async () => await goFarPeer(built.file) }],
    ...(process.env.KUBO_BIN ?? '') === '' ? [] : [{ name: 'Kubo', start: kuboFarPeer }]
  ]

  const site = await startStaticServer({ root: join(ROOT, 'dist'), port: 0, instead: NO_PEERS })
  const origin = `http://node.localhost:${site.port}`
  console.log(`${cpus().length} cores, load ${loadavg().map((load) => load.toFixed(1)).join(' ')}`)

  try {
    for (const folder of foldersOf(mib, files)) {
      for (const [transport, address] of TRANSPORTS.filter(([name]) => name.includes(only))) {
        for (const kind of kinds) {
          await withFar(origin, kind, { transport, address, folder }, print)
        }
      }

      if ('WebRTC between browsers'.includes(only)) {
        await betweenBrowsers(origin, folder, print)
      }
    }

    if ('missing' in built) {
      console.log(`left out: ${built.missing}`)
    }
  } finally {
    await site.close()
  }
}

async function withFar (
  origin: string,
  { name, start }: FarPeers,
  { transport, address, folder }: { transport: string; address: RegExp; folder: Folder },
  print: (row: Row) => void
): Promise<void> {
  const [from, to, other] = await Promise.all([start(), start(), start()])
  const peer = await openBrowserPeer(origin)
  const of = (far: FarPeer): string => far.addresses.find((text) => address.test(text)) ?? ''
  const dial = async (far: FarPeer): Promise<number> =>
    await peer.timed(`swarm/connect?arg=${encodeURIComponent(of(far))}`)

  try {
    const content = await from.fill(folder)
    await other.connect(of(from))
    const besideMs = await other.fetch(content)
    const dialMs = await dial(from)
    print(
      figureRow(
        `${folder.name} from the peer (${name})`,
        transport,
        folder,
        await peer.timed(`pin/add?arg=${content.root}&timeout=${FETCH_LIMIT}`),
        besideMs
      )
    )

    const root = await peer.add(folder)
    const mine = { root, cids: await cidsOf(root, peer.call) }
    await dial(to)
    print(figureRow(`${folder.name} to the peer (${name})`, transport, folder, await to.fetch(mine), besideMs))
    print([`dial (${name})`, transport, 'ms', dialMs.toFixed(0), '', ''])
  } finally {
    await peer.close()
    await Promise.all([from, to, other].map(async ({ end }) => {
      await end()
    }))
  }
}

async function betweenBrowsers (origin: string, folder: Folder, print: (row: Row) => void): Promise<void> {
  const relay = await startRelay()
  const [near, far] = [await openBrowserPeer(origin, [relay.address]), await openBrowserPeer(origin, [relay.address])]

  try {
    const root = await far.add(folder)
    const dialMs = await near.timed(`swarm/connect?arg=${encodeURIComponent(await webRtcAddress(far))}`)
    print(
      figureRow(
        `${folder.name} from the other`,
        'WebRTC between browsers',
        folder,
        await near.timed(`pin/add?arg=${root}&timeout=${FETCH_LIMIT}`)
      )
    )
    print(['dial', 'WebRTC between browsers', 'ms', dialMs.toFixed(0), '', ''])
  } finally {
    await Promise.all([near.close(), far.close()])
    await relay.stop()
  }
}

/** Returns the WebRTC address of a browser, once its relay has a reservation for it. */
async function webRtcAddress (peer: BrowserPeer): Promise<string> {
  for (;;) {
    const address = (JSON.parse(await peer.call('id')) as { Addresses: string[] | null }).Addresses?.find((text) =>
      text.includes('/p2p-circuit/webrtc/p2p/')
    )

    if (address != null) {
      return address
    }

    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
}

/** A ratio of 1 is equal, more is better. */
function figureRow (what: string, transport: string, folder: Folder, ms: number, besideMs?: number): Row {
  const figure = (ms: number): string => figureOf(folder, ms).toFixed(1)
  return [
    what,
    transport,
    folder.unit,
    figure(ms),
    besideMs == null ? '' : figure(besideMs),
    besideMs == null ? '' : (besideMs / ms).toFixed(2)
  ]
}
