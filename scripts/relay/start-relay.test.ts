import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { webRtcInNode } from '../../src/node-adapter/web-rtc-in-node.ts'
import { startRelay } from './start-relay.mjs'

const SCRIPT = fileURLToPath(new URL('./start-relay.mjs', import.meta.url))

it('starts a relay that says where it is, and stops it', async () => {
  const relay = await startRelay(['--port', '0', '--http-port', '0', '--host', '127.0.0.1'])
  expect(relay.relays[0]).toMatch(/^\/ip4\/127\.0\.0\.1\/tcp\/\d+\/ws\/p2p\//)
  // by WebRTC-direct too, with the certificate that its address names, where Node has it
  expect(relay.relays.slice(1)).toEqual(await webRtcInNode() == null ? [] : [expect.stringMatching(/^\/ip4\/127\.0\.0\.1\/udp\/\d+\/webrtc-direct\/certhash\/[^/]+\/p2p\//)])
  expect(await (await fetch(`http://127.0.0.1:${relay.httpPort}/relay.json`)).json()).toMatchObject({ relays: relay.relays })
  relay.stop()
  expect(await relay.ended).toBe(0)
})

it('says what is wrong with its arguments', async () => {
  await expect(startRelay(['--port', 'x'])).rejects.toThrow('--port must be a port from 0 to 65535')
})

it('leaves no relay behind when whoever has started it is killed', async () => {
  const owner = spawn(process.execPath, ['--input-type=module', '-e', `import { startRelay } from ${JSON.stringify(SCRIPT)}; console.log((await startRelay(['--port', '0', '--http-port', '0', '--host', '127.0.0.1'])).httpPort)`], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = Number(await new Promise((resolve) => { owner.stdout.once('data', resolve) }))
  const answers = async (): Promise<boolean> => await fetch(`http://127.0.0.1:${port}/relay.json`).then(() => true, () => false)

  expect(await answers()).toBe(true)
  owner.kill('SIGKILL')
  await expect.poll(answers).toBe(false)
})
