import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { webRtcInNode } from '../../src/node-adapter/network/web-rtc-in-node.ts'
import { startRelay } from './start-relay.mjs'

const SCRIPT = fileURLToPath(new URL('./start-relay.mjs', import.meta.url))

const withoutPort = (address: string): string => address.replace(/\/(tcp|udp)\/\d+/, '/$1/0')

it('starts a relay that reports its addresses, and stops it', async () => {
  const relay = await startRelay(['--port', '0', '--http-port', '0', '--host', '127.0.0.1'])
  expect(relay.relays[0]).toMatch(/^\/ip4\/127\.0\.0\.1\/tcp\/\d+\/ws\/p2p\//)
  // Also WebRTC-direct, with the certificate hash in the address, if Node supports WebRTC.
  expect(relay.relays.slice(1)).toEqual(
    await webRtcInNode() == null
      ? []
      : [expect.stringMatching(/^\/ip4\/127\.0\.0\.1\/udp\/\d+\/webrtc-direct\/certhash\/[^/]+\/p2p\//)]
  )
  expect(await (await fetch(`http://127.0.0.1:${relay.httpPort}/relay.json`)).json()).toMatchObject({
    relays: relay.relays
  })
  relay.stop()
  expect(await relay.ended).toBe(0)
})

it('keeps the addresses after a restart, also for WebRTC-direct', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'swipfs-relay-'))
  const args = ['--host', '127.0.0.1', '--http-port', '0', '--identity', path.join(folder, 'identity')]

  try {
    const first = await startRelay([...args, '--port', '0'])
    const port = /\/tcp\/(\d+)/.exec(first.relays[0])?.[1] ?? ''
    first.stop()
    await first.ended
    const second = await startRelay([...args, '--port', port])
    second.stop()
    await second.ended
    // For port 0 each transport picks a free port.
    expect(second.relays.map(withoutPort)).toEqual(first.relays.map(withoutPort))
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('reports invalid arguments', async () => {
  await expect(startRelay(['--port', 'x'])).rejects.toThrow('--port must be a port from 0 to 65535')
})

it('stops the relay if its parent process is killed', async () => {
  const owner = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { startRelay } from ${
      JSON.stringify(SCRIPT)
    }; console.log((await startRelay(['--port', '0', '--http-port', '0', '--host', '127.0.0.1'])).httpPort)`
  ], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = Number(
    await new Promise((resolve) => {
      owner.stdout.once('data', resolve)
    })
  )
  const answers = async (): Promise<boolean> =>
    await fetch(`http://127.0.0.1:${port}/relay.json`).then(() => true, () => false)

  expect(await answers()).toBe(true)
  owner.kill('SIGKILL')
  await expect.poll(answers).toBe(false)
})
