import '../host/promise-with-resolvers.ts'

import { generateKeyPair } from '@libp2p/crypto/keys'
import type { ComponentLogger, SecuredConnection } from '@libp2p/interface'
import { noise } from '@libp2p/noise'
import type { NoiseComponents } from '@libp2p/noise'
import { peerIdFromPrivateKey } from '@libp2p/peer-id'
import { multiaddrConnectionPair } from '@libp2p/utils'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { nativeNoise } from './native-noise.ts'
import { NoiseStream } from './noise-stream.ts'

const log = Object.assign(() => {}, { error () {}, trace () {}, enabled: false, newScope: () => log })

async function components (): Promise<NoiseComponents> {
  const privateKey = await generateKeyPair('Ed25519')
  return {
    privateKey,
    peerId: peerIdFromPrivateKey(privateKey),
    logger: { forComponent: () => log } as unknown as ComponentLogger,
    upgrader: { getStreamMuxers: () => new Map() } as unknown as NoiseComponents['upgrader']
  }
}

async function received ({ connection }: SecuredConnection<unknown>, byteLength: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  await new Promise<void>((resolve) => {
    connection.addEventListener('message', ({ data }) => {
      parts.push(data.slice())
      if (parts.reduce((sum, part) => sum + part.byteLength, 0) >= byteLength) {
        resolve()
      }
    })
  })
  return Buffer.concat(parts)
}

test.each([
  ['initiator', nativeNoise, noise],
  ['responder', noise, nativeNoise],
  ['initiator and responder', nativeNoise, nativeNoise]
])('our encrypter, as %s, has streams of ours after a handshake, and understands the package', async (_, from, to) => {
  const [outbound, inbound] = multiaddrConnectionPair()
  const [near, far] = await Promise.all([components(), components()])
  const [out, back] = await Promise.all([
    from()(near).secureOutbound(outbound, { remotePeer: far.peerId, skipStreamMuxerNegotiation: true }),
    to()(far).secureInbound(inbound, { skipStreamMuxerNegotiation: true })
  ])
  expect(back.remotePeer?.equals(near.peerId)).toBe(true)
  expect([out, back].map(({ connection }) => connection instanceof NoiseStream)).toEqual(
    [from, to].map((make) => make === nativeNoise)
  )

  const [there, here] = [randomBytes(100_000), randomBytes(100)]
  const came = [received(back, there.length), received(out, here.length)]
  out.connection.send(there)
  back.connection.send(here)
  expect((await Promise.all(came)).map((bytes, i) => bytes.equals([there, here][i]!))).toEqual([true, true])
})
