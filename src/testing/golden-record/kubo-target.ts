import { peerIdFromString } from '@libp2p/peer-id'
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from '../../config/values/config.ts'
import { identityVariables } from '../dag/identity-variables.ts'
import { RECORDED_CONFIG } from '../node-target.ts'
import type { Variables } from '../replay/golden-body.ts'
import type { Answered } from '../replay/golden-compare.ts'
import type { Outgoing, Target } from '../replay/golden-run.ts'
import { goldenSurroundings } from '../replay/golden-surroundings.ts'
import type { Scenario } from '../replay/golden-types.ts'

/** A daemon with a repo of its own. */
interface Daemon {
  /** ports of the RPC API and of the gateway */
  ports: () => { rpc: string; gateway: string }
  /** values of the node, named as in golden/README.md */
  identity: () => Promise<Variables>
  addresses: () => Promise<string[]>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts a real Kubo with an empty repo for a scenario.
 *
 * @param bin - the program
 */
export async function kuboTarget ({ setup }: Scenario, bin: string): Promise<Target> {
  const beside = await goldenSurroundings(setup)
  const daemon = await startDaemon(bin, setup?.config ?? {}, setup?.online !== false)
  const peer = setup?.peer == null ? undefined : await startPeer(setup.peer, bin)

  const portOf = (api: Outgoing['api']): string => {
    if (api === 'peer-rpc') {
      return peer!.ports().rpc
    }
    return api === 'gateway' ? daemon.ports().gateway : daemon.ports().rpc
  }

  return {
    variables: async () =>
      new Map([
        ...await daemon.identity(),
        ...beside.variables,
        ...peer == null ? [] : await peerVariables(peer)
      ]),
    send: async (outgoing) => await readBody(await sendRequest(outgoing, portOf(outgoing.api)), outgoing.readObjects),
    async open (outgoing) {
      const response = await sendRequest(outgoing, portOf(outgoing.api))
      return async (objects) => await readBody(response, objects)
    },
    restart: daemon.restart,
    async stop () {
      await daemon.stop()
      await peer?.stop()
      await beside.stop()
    }
  }
}

async function startPeer (peer: unknown, bin: string): Promise<Daemon> {
  const { config = {} } = peer as { config?: Record<string, Json> }
  const swarm = ['/ip4/127.0.0.1/tcp/0', '/ip4/127.0.0.1/tcp/0/ws']
  return await startDaemon(bin, { 'Addresses.Swarm': swarm, ...config }, true)
}

async function peerVariables (peer: Daemon): Promise<Variables> {
  const addresses = (await peer.addresses()).map((address) => address.replace(/\/p2p\/.*$/, ''))

  return new Map<string, string | Uint8Array>([
    ...[...await peer.identity()].filter(([name]) => name.startsWith('peerId'))
      .map(([name, value]): [string, string | Uint8Array] => [`peerP${name.slice(1)}`, value]),
    ['peerAddr', addresses.find((address) => !address.endsWith('/ws')) ?? ''],
    ['peerAddrWs', addresses.find((address) => address.endsWith('/ws')) ?? '']
  ])
}

async function startDaemon (bin: string, settings: Record<string, Json>, online: boolean): Promise<Daemon> {
  const repo = await mkdtemp(join(tmpdir(), 'swipfs-golden-kubo-'))
  const env = { ...process.env, IPFS_PATH: repo }
  const { status, stderr } = spawnSync(bin, ['init', '--profile', 'test'], { env, encoding: 'utf8' })

  if (status !== 0) {
    throw new Error(`${bin} init: ${stderr}`)
  }

  // Kubo refuses our own settings.
  const kubos = Object.entries(settings).filter(([name]) => name !== 'Version.KuboAnswers')
  await configure(join(repo, 'config'), {
    ...RECORDED_CONFIG,
    'Addresses.API': '/ip4/127.0.0.1/tcp/0',
    'Addresses.Gateway': '/ip4/127.0.0.1/tcp/0',
    ...Object.fromEntries(kubos)
  })

  const start = (): Promise<Running> =>
    untilReady(spawn(bin, ['daemon', ...online ? [] : ['--offline']], { env, stdio: ['ignore', 'pipe', 'inherit'] }))
  let running = await start()

  const stop = async (): Promise<void> => {
    const gone = new Promise((resolve) => running.child.once('exit', resolve))
    running.child.kill('SIGTERM')
    await gone
  }
  const id = async (): Promise<{ ID: string; PublicKey: string; Addresses: string[] | null }> =>
    await (await fetch(`http://127.0.0.1:${running.rpc}/api/v0/id`, { method: 'POST' })).json() as Awaited<
      ReturnType<typeof id>
    >

  return {
    ports: () => running,
    async identity () {
      const { ID, PublicKey } = await id()
      return new Map([
        ...identityVariables(peerIdFromString(ID), PublicKey),
        ['rpcPort', running.rpc],
        ['gatewayPort', running.gateway]
      ])
    },
    addresses: async () => (await id()).Addresses ?? [],
    async restart () {
      await stop()
      running = await start()
    },
    async stop () {
      await stop()
      await rm(repo, { recursive: true, force: true })
    }
  }
}

/** Sets values of a configuration file by their dotted paths. */
async function configure (file: string, settings: Record<string, Json>): Promise<void> {
  const config = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>

  for (const [path, value] of Object.entries(settings)) {
    const names = path.split('.')
    const last = names.pop() as string
    const parent = names.reduce((parent, name) => (parent[name] ??= {}) as Record<string, unknown>, config)
    parent[last] = value
  }

  await writeFile(file, JSON.stringify(config))
}

interface Running {
  child: ChildProcess
  rpc: string
  gateway: string
}

async function untilReady (child: ChildProcess): Promise<Running> {
  return await new Promise((resolve, reject) => {
    let text = ''
    child.once('exit', (code) => {
      reject(new Error(`the daemon ended with ${code}: ${text}`))
    })
    child.stdout?.on('data', (chunk) => {
      text += chunk
      const rpc = /RPC API server listening on \/ip4\/127\.0\.0\.1\/tcp\/(\d+)/.exec(text)?.[1]
      const gateway = /Gateway server listening on \/ip4\/127\.0\.0\.1\/tcp\/(\d+)/.exec(text)?.[1]

      if (rpc != null && gateway != null && text.includes('Daemon is ready')) {
        resolve({ child, rpc, gateway })
      }
    })
  })
}

/** Sends a request as it is written, and waits for the head of the answer. */
async function sendRequest ({ method, target, headers, body }: Outgoing, port: string): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method,
      path: target,
      headers: { ...headers, 'Content-Length': String(body?.length ?? 0) },
      agent: false
    }, resolve)
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

async function readBody (response: IncomingMessage, objects?: number): Promise<Answered> {
  const chunks: Buffer[] = []
  let lines = 0
  let broken = false

  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      lines += chunk.filter((byte) => byte === 10).length

      if (objects != null && lines >= objects) {
        response.destroy()
        break
      }
    }
  } catch {
    broken = true
  }

  const headers = new Headers()

  for (let i = 0; i < response.rawHeaders.length; i += 2) {
    headers.append(response.rawHeaders[i], response.rawHeaders[i + 1])
  }

  return {
    status: response.statusCode ?? 0,
    headers,
    body: Buffer.concat(chunks),
    trailers: new Map(Object.entries(response.trailers).map(([name, value]) => [name.toLowerCase(), value ?? ''])),
    broken
  }
}
