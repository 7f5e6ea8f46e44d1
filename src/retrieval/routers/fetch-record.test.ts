import { generateKeyPairFromSeed } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { afterEach, describe, expect, it } from 'vitest'
import { createRecord } from '../../names/record/create-record.ts'
import { ipnsNameText } from '../../names/record/ipns-name.ts'
import { startServer } from '../../testing/http/http-fixtures.ts'
import type { Answer, TestServer } from '../../testing/http/http-fixtures.ts'
import { fetchRecord } from './fetch-record.ts'

const ends: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const end of ends.splice(0)) {
    await end()
  }
})

const key = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(1))
const name = key.publicKey.toMultihash()
const type = { 'content-type': 'application/vnd.ipfs.ipns-record' }

async function router (answer: Answer): Promise<TestServer> {
  const server = await startServer(answer)
  ends.push(server.close)
  return server
}

async function createTestRecord (by: PrivateKey = key, validityMs = Date.now() + 60_000): Promise<Uint8Array> {
  return await createRecord(by, {
    value: '/ipfs/bafkqaaa',
    sequence: 1n,
    validityMs,
    ttlNs: 60_000_000_000n,
    v1compat: true
  })
}

async function fetched (server: TestServer, signal = new AbortController().signal): Promise<Uint8Array> {
  return await fetchRecord(server.url, name, { signal })
}

describe('the record of a name at a router', () => {
  it('is requested by the name in base36, with the media type, and returned unchanged', async () => {
    const bytes = await createTestRecord()
    let accept: string | undefined
    const server = await router((request, response) => {
      accept = request.headers.accept
      response.writeHead(200, type).end(bytes)
    })
    expect(await fetched(server)).toEqual(bytes)
    expect(server.asked).toEqual([`/routing/v1/ipns/${ipnsNameText(name)}`])
    expect(accept).toBe(type['content-type'])
  })

  it.each<[string, Answer, string, string]>([
    [
      'a 404',
      (_, response) => {
        response.writeHead(404).end()
      },
      'missing',
      'knows of no record'
    ],
    [
      'a text that says that there is none',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(
          'delegate error: routing: not found'
        )
      },
      'missing',
      'knows of no record'
    ],
    [
      'an expired record',
      async (_, response) => {
        response.writeHead(200, type).end(await createTestRecord(key, Date.now() - 1000))
      },
      'missing',
      'knows of none but a record that is expired'
    ],
    [
      'the record of another name',
      async (_, response) => {
        response.writeHead(200, type).end(
          await createTestRecord(await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(2)))
        )
      },
      'wrong',
      'sent a record that is not believed'
    ],
    [
      'a record with a byte changed',
      async (_, response) => {
        const bytes = await createTestRecord()
        bytes[bytes.length - 30] ^= 1
        response.writeHead(200, type).end(bytes)
      },
      'wrong',
      'sent a record that is not believed'
    ],
    [
      'bytes that are no record',
      (_, response) => {
        response.writeHead(200, type).end('nothing')
      },
      'wrong',
      'sent a record that is not believed'
    ],
    [
      'nothing at all',
      (_, response) => {
        response.writeHead(200, type).end()
      },
      'wrong',
      'sent a record that is not believed'
    ],
    [
      'a body without an end',
      (_, response) => {
        const more = (): void => {
          while (response.write(new Uint8Array(4096)));
        }
        response.writeHead(200, type).on('drain', more)
        more()
      },
      'wrong',
      'sent more than 10240 bytes for one record'
    ],
    [
      'a failure',
      (_, response) => {
        response.writeHead(500).end()
      },
      'failed',
      'answered 500'
    ],
    [
      'a cut',
      (_, response) => {
        response.writeHead(200, { ...type, 'content-length': 99 }).write('x', () => response.destroy())
      },
      'failed',
      'cannot be reached'
    ],
    [
      'a busy router',
      (_, response) => {
        response.writeHead(429, { 'retry-after': '3' }).end()
      },
      'later',
      'answered 429'
    ]
  ])('is not accepted from %s', async (_, answer, failure, words) => {
    await expect(fetched(await router(answer))).rejects.toMatchObject({
      name: 'SourceError',
      failure,
      message: expect.stringContaining(words)
    })
  })

  it('is cancelled by the signal', async () => {
    const leaving = new AbortController()
    const server = await router(() => {
      leaving.abort(new Error('left'))
    })
    await expect(fetched(server, leaving.signal)).rejects.toThrow('left')
    await expect.poll(() => server.open).toBe(0)
  })
})
