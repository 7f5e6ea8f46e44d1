import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Starts a Kubo daemon on loopback with CORS open and a repo of its own, for the comparison.
 *
 * @param {string} origin of the page that will call it
 * @param {{ sync?: boolean, peer?: boolean }} [options] sync: syncs blocks to disk before it acknowledges them, unlike
 *   Kubo's default; peer: runs as a peer over TCP, WebSockets, WebTransport and WebRTC-direct, with pubsub and a DHT
 *   server; default: offline
 * @returns {Promise<{ name: string, rpc: string, gateway: string, stop: () => Promise<void> } | undefined>} undefined
 *   if `KUBO_BIN` is not set
 */
export async function startKubo (origin, { sync = false, peer = false } = {}) {
  const bin = process.env.KUBO_BIN

  if (bin == null || bin === '') {
    return undefined
  }

  const repo = await mkdtemp(path.join(tmpdir(), 'swipfs-bench-kubo-'))
  const env = { ...process.env, IPFS_PATH: repo }
  const ipfs = (...args) => {
    const { status, stderr } = spawnSync(bin, args, { env, encoding: 'utf8' })
    if (status !== 0) {
      throw new Error(`${bin} ${args.join(' ')}: ${stderr}`)
    }
  }

  ipfs('init', '--profile', 'test')

  if (sync) {
    const config = JSON.parse(await readFile(path.join(repo, 'config'), 'utf8'))
    const spec = JSON.stringify(config.Datastore.Spec).replaceAll('"sync":false', '"sync":true')
    ipfs('config', '--json', 'Datastore.Spec', spec)
  }

  ipfs('config', '--json', 'Routing.Type', '"none"')
  ipfs('config', '--json', 'API.HTTPHeaders.Access-Control-Allow-Origin', JSON.stringify([origin]))
  ipfs('config', '--json', 'API.HTTPHeaders.Access-Control-Allow-Methods', '["POST"]')

  if (peer) {
    ipfs(
      'config',
      '--json',
      'Addresses.Swarm',
      JSON.stringify(
        ['tcp/0', 'tcp/0/ws', 'udp/0/quic-v1/webtransport', 'udp/0/webrtc-direct'].map((way) => `/ip4/127.0.0.1/${way}`)
      )
    )
    ipfs('config', '--json', 'Pubsub.Enabled', 'true')
    ipfs('config', '--json', 'Ipns.UsePubsub', 'true')
    // Uses the DHT of the test profile only: a DHT server for this machine.
    ipfs('config', '--json', 'Routing.Type', '"dht"')
    ipfs('config', '--json', 'AutoConf.Enabled', 'false')
    ipfs('bootstrap', 'rm', '--all')
  }

  const daemon = spawn(bin, peer ? ['daemon'] : ['daemon', '--offline'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const addresses = await ready(daemon)
  const version = spawnSync(bin, ['version', '-n'], { env, encoding: 'utf8' }).stdout.trim()

  return {
    name: `Kubo ${version}${sync ? ', synced' : ''}`,
    ...addresses,
    async stop () {
      const gone = new Promise((resolve) => daemon.once('exit', resolve))
      daemon.kill('SIGTERM')
      await gone
      await rm(repo, { recursive: true, force: true })
    }
  }
}

function ready (daemon) {
  return new Promise((resolve, reject) => {
    let text = ''
    daemon.once('exit', (code) => {
      reject(new Error(`the Kubo daemon ended with ${code}: ${text}`))
    })
    daemon.stdout.on('data', (chunk) => {
      text += chunk
      const rpc = /RPC API server listening on \/ip4\/127\.0\.0\.1\/tcp\/(\d+)/.exec(text)
      const gateway = /Gateway server listening on \/ip4\/127\.0\.0\.1\/tcp\/(\d+)/.exec(text)

      if (rpc != null && gateway != null && text.includes('Daemon is ready')) {
        resolve({ rpc: `http://127.0.0.1:${rpc[1]}`, gateway: `http://127.0.0.1:${gateway[1]}` })
      }
    })
  })
}
