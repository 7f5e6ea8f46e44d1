import type { Connection, Libp2p } from '@libp2p/interface'
import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { CID } from 'multiformats/cid'
import { randomFillSync } from 'node:crypto'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { startEngine } from '../../scripts/serve/edge/engine.mjs'
import { edgePeer } from './edge-peer.ts'
import { HOSTILE } from './hostile-peers.ts'
import { objectMemory } from './object-memory.ts'
import type { ObjectMemory } from './object-memory.ts'
import { edgeRpc, TOKEN } from './served-edge.ts'
import { stallingProxy } from './stalling-proxy.ts'
import type { StallingProxy } from './stalling-proxy.ts'
import { upload } from './upload.ts'

const MIB = 1024 * 1024

/** Size of the content that all peers request, in blocks of 1 MiB. */
const WANTED_BYTES = 32 * MIB

/** Peers that connect concurrently. */
const LOT = 16

/** Attacks that need a peer that does not read. */
const READS_NOTHING = ['pings', 'echoes', 'wants']

/** Timeout of a dial to a busy node. */
const DIAL_MS = 30_000

const SETTLE_MS = 1000

const TRIES = 3

const MANY = 10_000
const CONFIG = {
  Bootstrap: [],
  'Routing.Type': 'none',
  'HTTPRetrieval.Enabled': false,
  'Swarm.RelayService': { MaxReservations: MANY, MaxReservationsPerIP: MANY }
}

/** A node on the edge in an engine with observable memory, and its clients. */
export interface Crowd {
  url: string
  memory: ObjectMemory
  /**
   * Connects idle peers.
   *
   * @returns the accepted ones
   */
  peers: (count: number, options?: { reserves?: boolean }) => Promise<Libp2p[]>
  /** Connects peers that attack in these ways (`HOSTILE`), in turns. */
  hostile: (count: number, ways: string[]) => Promise<void>
  /** Starts gateway readers of a file of 32 MiB that read only its beginning. */
  stalledGets: (count: number) => Promise<void>
  /**
   * Adds a file.
   *
   * @returns its CID
   */
  add: (bytes: number) => Promise<string>
  importCar: (bytes: number) => Promise<void>
  report: () => string
  close: () => Promise<void>
}

/**
 * Starts the node.
 *
 * @param code - code of the worker
 */
export async function startCrowd ({ code, state }: { code: string; state: string }): Promise<Crowd> {
  const engine = await startEngine({
    code,
    state,
    bindings: { TOKEN, CONFIG: JSON.stringify(CONFIG) },
    inspected: true
  })
  const proxies: StallingProxy[] = []
  const sockets: Socket[] = []
  const all: Libp2p[] = []
  const connections: Connection[] = []
  let refused = 0

  const rpc = async (path: string, body?: BodyInit): Promise<Response> => {
    const response = await fetchWithRetry(async () => await edgeRpc(engine.url, path, body))
    if (!response.ok) {
      throw new Error(`${path.split('?')[0]}: ${response.status} ${await response.text()}`)
    }
    return response
  }

  const add = async (bytes: number): Promise<string> =>
    (JSON.parse(
      (await (await rpc(
        `add?cid-version=1&progress=false&chunker=size-${MIB}`,
        upload(randomFillSync(new Uint8Array(bytes)))
      )).text()).trim()
    ) as { Hash: string }).Hash
  const { Addresses: [address] } = await (await rpc('id')).json() as { Addresses: string[] }
  const wanted = await add(WANTED_BYTES)
  const wants = [...(await (await rpc(`refs?arg=${wanted}`)).text()).matchAll(/"Ref":"(\w+)"/g)].map(([, ref]) =>
    CID.parse(ref)
  )

  async function enter (to: Multiaddr): Promise<Connection | undefined> {
    const peer = await edgePeer()
    all.push(peer)
    await peer.start()

    try {
      const connection = await peer.dial(to, { signal: AbortSignal.timeout(DIAL_MS) })
      connections.push(connection)
      return connection
    } catch {
      refused++
      return undefined
    }
  }

  async function crowd (count: number, each: (i: number) => Promise<unknown>): Promise<void> {
    for (let at = 0; at < count; at += LOT) {
      await Promise.all(Array.from({ length: Math.min(LOT, count - at) }, async (_, i) => await each(at + i)))
    }
  }

  const memory = await objectMemory(engine.inspector!)

  return {
    url: engine.url,
    memory,
    add,

    async peers (count, { reserves = false } = {}) {
      await crowd(count, async () => {
        const connection = await enter(multiaddr(address))

        if (connection != null && reserves) {
          const { transportManager } = (all.at(-1) as unknown as {
            components: { transportManager: { listen: (addresses: Multiaddr[]) => Promise<void> } }
          }).components
          await transportManager.listen([multiaddr(`${address}/p2p-circuit`)])
        }
      })

      return all
    },

    async hostile (count, ways) {
      const works: Array<Promise<unknown>> = []

      await crowd(count, async (i) => {
        const way = ways[i % ways.length]
        const proxy = READS_NOTHING.includes(way) ? await stallingProxy(engine.url) : undefined
        if (proxy != null) {
          proxies.push(proxy)
        }
        const connection = await enter(
          multiaddr(proxy == null ? address : address.replace(/tcp\/\d+/, `tcp/${proxy.port}`))
        )
        if (connection != null) {
          works.push(
            HOSTILE[way](connection, {
              wants,
              stall: () => {
                proxy?.stall()
              }
            }).catch(() => {})
          )
        }
      })

      await Promise.all(works)
      // Waits for messages that are still in transit.
      await new Promise((resolve) => {
        setTimeout(resolve, SETTLE_MS)
      })
    },

    async stalledGets (count) {
      for (let i = 0; i < count; i++) {
        const socket = connect(Number(new URL(engine.url).port), '127.0.0.1')
        sockets.push(socket)
        socket.on('error', () => {})
        socket.write(`GET /ipfs/${wanted}?n=${i} HTTP/1.1\r\nHost: 127.0.0.1\r\nCache-Control: no-transform\r\n\r\n`)
        await new Promise<void>((resolve, reject) => {
          socket.once('data', () => {
            resolve()
          })
          socket.once('close', () => {
            reject(new Error(`the node has closed the connection of reader ${i} without an answer`))
          })
        })
        socket.pause()
      }

      await new Promise((resolve) => {
        setTimeout(resolve, SETTLE_MS)
      })
    },

    async importCar (bytes) {
      const cid = await add(bytes)
      const car = await (await rpc(`dag/export?arg=${cid}&progress=false`)).blob()
      await (await rpc(`pin/rm?arg=${cid}`)).text()
      await (await rpc('repo/gc?quiet=true')).text()
      await (await rpc('dag/import', upload(new Uint8Array(await car.arrayBuffer())))).text()
    },

    report: () =>
      `${
        connections.filter(({ status }) => status === 'open').length
      } of ${connections.length} peers connected, ${refused} refused`,

    async close () {
      memory.close()
      sockets.forEach((socket) => {
        socket.destroy()
      })
      all.forEach((peer) => {
        peer.getConnections().forEach((connection) => {
          connection.abort(new Error('over'))
        })
      })
      await Promise.all(proxies.map(async (proxy) => {
        await proxy.close()
      }))
      await engine.close()
      await Promise.all(all.map(async (peer) => {
        await peer.stop()
      }))
    }
  }
}

/** Calls `fetch`, and retries if a kept-alive connection had just been closed. */
async function fetchWithRetry (ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1;; tries++) {
    try {
      return await ask()
    } catch (err) {
      if (tries === TRIES) {
        throw err
      }
    }
  }
}
