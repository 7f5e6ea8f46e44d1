import '../host/promise-with-resolvers.ts'

import type { MessageStream } from '@libp2p/interface'
import { pureJsCrypto } from '@libp2p/noise'
import { multiaddrConnectionPair } from '@libp2p/utils'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Uint8ArrayList } from 'uint8arraylist'
import { describe, expect, test } from 'vitest'
import { packageFile } from '../../testing/package-file.ts'
import type { CipherState, Subtle } from './noise-cipher.ts'
import { NoiseStream } from './noise-stream.ts'
import type { HandshakeCiphers } from './noise-stream.ts'

const CIPHER = 'chacha20-poly1305'
const TAG_BYTES = 16

interface Crypto {
  encrypt: unknown
  decrypt: unknown
}

/** Internals of the package, which it does not export. */
const { CipherState: Cipher } = await import(packageFile('@libp2p/noise', 'protocol.js')) as {
  CipherState: new(crypto: Crypto, key: Uint8Array) => CipherState
}
const { toMessageStream } = await import(packageFile('@libp2p/noise', 'utils.js')) as {
  toMessageStream: (stream: MessageStream, handshake: object) => MessageStream
}

/** The browser's cipher with late and unordered answers; it copies its input, and records its `uses`. */
class FakeSubtle {
  readonly uses: string[] = []

  async importKey (format: string, key: Uint8Array, name: string): Promise<Uint8Array> {
    expect([format, name]).toEqual(['raw-secret', 'ChaCha20-Poly1305'])
    return key.slice()
  }

  async encrypt ({ iv }: { iv: Uint8Array }, key: Uint8Array, bytes: Uint8Array): Promise<ArrayBuffer> {
    return await this.#later('encrypt', () => {
      const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
      return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    })
  }

  async decrypt ({ iv }: { iv: Uint8Array }, key: Uint8Array, bytes: Uint8Array): Promise<ArrayBuffer> {
    return await this.#later('decrypt', () => {
      const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAuthTag(
        bytes.subarray(-TAG_BYTES)
      )
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
    })
  }

  async #later (use: string, work: () => Buffer): Promise<ArrayBuffer> {
    const count = this.uses.push(use)
    let done: Buffer | undefined
    let failure: unknown

    // Immediately, because the input may change after the call.
    try {
      done = work()
    } catch (error) {
      failure = error
    }

    await sleep(count % 3)
    if (done == null) {
      throw failure
    }
    return new Uint8Array(done).buffer
  }
}

function states (): { ours: HandshakeCiphers; theirs: object } {
  const crypto = { encrypt: pureJsCrypto.chaCha20Poly1305Encrypt, decrypt: pureJsCrypto.chaCha20Poly1305Decrypt }
  const [there, back] = [randomBytes(32), randomBytes(32)]
  const [seals, opens] = [new Cipher(crypto, back), new Cipher(crypto, there)]
  const nothing = new Uint8Array()

  return {
    ours: { sendCipher: new Cipher(crypto, there), receiveCipher: new Cipher(crypto, back) },
    theirs: {
      encrypt: (bytes: Uint8Array) => seals.encryptWithAd(nothing, bytes),
      decrypt: (bytes: Uint8Array, dst?: Uint8Array) => opens.decryptWithAd(nothing, bytes, dst)
    }
  }
}

/** Opens our stream, and one of @libp2p/noise at the other end. */
function openStreams (
  subtle: Partial<FakeSubtle> = new FakeSubtle()
): { ours: NoiseStream; theirs: MessageStream; raw: MessageStream; far: MessageStream } {
  const [raw, far] = multiaddrConnectionPair()
  const { ours, theirs } = states()
  return {
    ours: new NoiseStream(raw, ours, subtle as unknown as Subtle),
    theirs: toMessageStream(far, theirs),
    raw,
    far
  }
}

async function received (stream: MessageStream, byteLength: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0

  await new Promise<void>((resolve, reject) => {
    stream.addEventListener('message', ({ data }) => {
      parts.push(data.slice())
      length += data.byteLength
      if (length >= byteLength) {
        resolve()
      }
    })
    stream.addEventListener('close', ({ error }) => {
      reject(error ?? new Error(`closed behind ${length} bytes`))
    })
  })

  return Buffer.concat(parts)
}

/** Returns writes of all lengths: short ones, long ones, and ones that span several messages. */
function writes (): Buffer[] {
  return Array.from({ length: 60 }, (_, i) => randomBytes([1, 40, 2047, 2048, 65_519, 65_520, 200_000][i % 7]!))
}

async function send (stream: MessageStream, parts: readonly Uint8Array[]): Promise<void> {
  for (const part of parts) {
    if (!stream.send(part)) {
      await stream.onDrain()
    }
  }
}

describe('a connection after the Noise handshake', () => {
  test.each(
    [["by the browser's cipher", new FakeSubtle(), true], ['where the browser has none', {
      importKey: async () => {
        throw new DOMException('', 'NotSupportedError')
      }
    }, false]] as const
  )('transfers bytes both ways in order, %s', async (_, subtle, isNative) => {
    const { ours, theirs } = openStreams(subtle)
    const [out, back] = [writes(), writes()]
    const all = Promise.all([received(theirs, Buffer.concat(out).length), received(ours, Buffer.concat(back).length)])
    await Promise.all([send(ours, out), send(theirs, back)])
    const [came, cameBack] = await all
    expect(came.equals(Buffer.concat(out))).toBe(true)
    expect(cameBack.equals(Buffer.concat(back))).toBe(true)

    if (isNative) {
      // All long messages except for the first ones, before the key was imported.
      expect(subtle.uses.filter((use) => use === 'encrypt').length).toBeGreaterThan(30)
      expect(subtle.uses.filter((use) => use === 'decrypt').length).toBeGreaterThan(30)
    }
  })

  test('joins short writes of one task to one message, and none of them waits for later ones', async () => {
    const { ours, theirs, raw } = openStreams()
    const messages: number[] = []
    const send = raw.send.bind(raw)
    raw.send = (data) => {
      messages.push(data.byteLength)
      return send(data)
    }
    const parts = Array.from({ length: 50 }, (_, i) => new Uint8Array(20).fill(i))
    const came = received(theirs, 1000 + 3000 + 20)

    for (const part of parts) {
      ours.send(part)
      part.fill(255) // the caller may reuse the buffer
      await Promise.resolve()
    }

    await expect.poll(() => messages).toEqual([2 + 1000 + TAG_BYTES])
    ours.send(new Uint8Array(20).fill(50))
    ours.send(new Uint8Array(3000).fill(51))
    expect([...new Set(await came)]).toEqual(Array.from({ length: 52 }, (_, i) => i))
    expect(messages).toHaveLength(2)
  })

  test('sends the frames of a write in one piece, which is one message of a WebSocket', async () => {
    const { ours, theirs, raw } = openStreams()
    const pieces: number[] = []
    const send = raw.send.bind(raw)
    raw.send = (data) => {
      pieces.push(...data instanceof Uint8Array ? [1] : [[...data].length])
      return send(data)
    }
    const came = received(theirs, 200_000)
    ours.send(new Uint8ArrayList(new Uint8Array(100_000), new Uint8Array(100_000)))
    await came
    expect(pieces.every((count) => count === 1)).toBe(true)
  })

  test('ends if a short write cannot be encrypted', async () => {
    const [raw] = multiaddrConnectionPair()
    const { ours } = states()
    const stream = new NoiseStream(raw, {
      ...ours,
      sendCipher: Object.assign(Object.create(ours.sendCipher) as CipherState, {
        encryptWithAd () {
          throw new Error('no number is left')
        }
      })
    })
    const ended = new Promise<Error | undefined>((resolve) => {
      stream.addEventListener('close', ({ error }) => {
        resolve(error)
      })
    })
    stream.send(new Uint8Array(20))
    expect(await ended).toMatchObject({ message: 'no number is left' })
    expect(stream.status).toBe('aborted')
  })

  test('accepts no more than it can encrypt', async () => {
    const stopped = Promise.withResolvers<ArrayBuffer>()
    const { ours } = openStreams({ importKey: new FakeSubtle().importKey, encrypt: async () => await stopped.promise })
    ours.send(randomBytes(4000))
    await sleep(0)
    let taken = 0
    while (ours.send(new Uint8Array(65_536))) {
      taken++
    }
    expect(taken).toBeLessThan(17)
    for (let i = 0; i < 100; i++) {
      ours.send(new Uint8Array(65_536))
    }
    expect(ours.writeBufferLength).toBeGreaterThan(99 * 65_536)
    ours.abort(new Error('the end of the test'))
  })

  test.each(['it', 'the connection below it'])('sends accepted bytes before %s is closed', async (which) => {
    const { ours, theirs, raw } = openStreams()
    const parts = [randomBytes(4000), ...writes()]
    const came = received(theirs, Buffer.concat(parts).length)
    for (const part of parts) {
      ours.send(part)
    }
    await (which === 'it' ? ours : raw).close()
    expect((await came).equals(Buffer.concat(parts))).toBe(true)
  })

  test('delivers bytes before it reports the end, even if they are answered', async () => {
    const { ours, theirs, raw } = openStreams()
    const heard: unknown[] = []
    const parts = Array.from({ length: 6 }, (_, i) => new Uint8Array(4000).fill(i))
    const ended = new Promise((resolve) => {
      raw.addEventListener('close', resolve)
    })
    raw.addEventListener('close', () => {
      heard.push('the connection below has closed')
    })
    ours.addEventListener('close', ({ error }) => {
      heard.push(error ?? 'it has closed')
    })

    ours.addEventListener('message', ({ data }) => {
      heard.push(...new Set(data.subarray()))
      ours.send(new Uint8Array(10))
    })

    for (const part of parts) {
      theirs.send(part)
      await sleep(0)
    }

    await theirs.close()
    await ended
    expect(heard).toEqual([0, 1, 2, 3, 4, 5, 'it has closed', 'the connection below has closed'])
  })

  test.each([40, 4000])('ends at a message of %i bytes that was not encrypted', async (length) => {
    const { ours, theirs, far } = openStreams()
    const first = received(ours, 8000)
    theirs.send(new Uint8Array(4000))
    await sleep(0)
    theirs.send(new Uint8Array(4000))
    await first
    const ended = new Promise<Error | undefined>((resolve) => {
      ours.addEventListener('close', ({ error }) => {
        resolve(error)
      })
    })
    ours.addEventListener('message', () => {
      throw new Error('it was handed on')
    })
    far.send(Buffer.concat([Uint8Array.of(length >> 8, length), randomBytes(length)]))
    expect(await ended).toBeInstanceOf(Error)
    expect(ours.status).toBe('aborted')
  })

  test.each([false, true])(
    'ends at a message shorter than its tag, after earlier data (also an invalid one: %s)',
    async (isBad) => {
      const { ours, theirs, raw, far } = openStreams()
      const first = received(ours, 4000)
      theirs.send(new Uint8Array(4000))
      await first
      const came: Uint8Array[] = []
      ours.addEventListener('message', ({ data }) => {
        came.push(data.slice())
      })
      const ended = new Promise<Error | undefined>((resolve) => {
        ours.addEventListener('close', ({ error }) => {
          resolve(error)
        })
      })
      // Joined, as one WebSocket message.
      const sent: Uint8Array[] = []
      const send = far.send.bind(far)
      far.send = (data) => {
        sent.push(data.slice())
        return true
      }
      theirs.send(new Uint8Array(4000).fill(1))
      far.send = send
      raw.push(
        Buffer.concat([
          ...sent,
          ...isBad ? [Uint8Array.of(4000 >> 8, 4000 & 255), randomBytes(4000)] : [],
          Uint8Array.of(0, 3, 1, 2, 3)
        ])
      )
      const error = await ended
      if (!isBad) {
        expect(error).toEqual(new Error('A message of Noise is shorter than what seals it'))
      }
      expect(error).toBeInstanceOf(Error)
      expect(came).toEqual([new Uint8Array(4000).fill(1)])
    }
  )

  test('is cut if the peer sends more than can be decrypted', async () => {
    const { ours, theirs, raw } = openStreams({
      importKey: new FakeSubtle().importKey,
      decrypt: async () => await new Promise(() => {})
    })
    const first = received(ours, 4000)
    theirs.send(new Uint8Array(4000))
    await first
    const ended = new Promise<Error | undefined>((resolve) => {
      ours.addEventListener('close', ({ error }) => {
        resolve(error)
      })
    })
    const frame = Buffer.concat([Uint8Array.of(255, 255), new Uint8Array(65_535)])
    let sent = 0

    for (; sent < 1000 && ours.status === 'open'; sent++) {
      raw.push(frame)
      await sleep(0)
    }

    expect(sent * frame.length).toBeLessThan(33 * 1024 * 1024)
    expect(await ended).toMatchObject({ name: 'StreamBufferError' })
  })

  test('delivers very many short messages as few pieces', async () => {
    const { ours, theirs, raw, far } = openStreams()
    const sent: Uint8Array[] = []
    far.send = (data) => {
      sent.push(data.slice())
      return true
    }
    for (let i = 0; i < 1000; i++) {
      theirs.send(Uint8Array.of(i))
    }
    const came: MessageEvent[] = []
    ours.addEventListener('message', (event) => {
      came.push(event as unknown as MessageEvent)
    })
    raw.push(Buffer.concat(sent))
    await expect.poll(() => came.length).toBe(1)
    expect(came[0].data).toHaveLength(1000)
    expect([...came[0].data]).toHaveLength(1)
  })

  test('reports a reset by the other end', async () => {
    const { ours, far } = openStreams()
    const ended = new Promise<string>((resolve) => {
      ours.addEventListener('close', () => {
        resolve(ours.status)
      })
    })
    far.abort(new Error('gone'))
    expect(await ended).toBe('reset')
  })
})
