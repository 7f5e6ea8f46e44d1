import { privateKeyToProtobuf } from '@libp2p/crypto/keys'
import { base32 } from 'multiformats/bases/base32'
import { base36 } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'
import { base64, base64url } from 'multiformats/bases/base64'
import { beforeAll, describe, expect, test } from 'vitest'
import { handleGateway } from '../../gateway/handler/handler.ts'
import { localGateway } from '../../gateway/local/local-gateway.ts'
import { KEY_FORMATS } from '../../keys/formats/write-private-key.ts'
import { TestNode } from '../../testing/test-node.ts'
import { walkCommands } from '../commands/walk-commands.ts'
import { root } from '../root.ts'

const SEED_BYTES = 32

let node: TestNode
/** all encodings of the secret */
let secrets: string[]

beforeAll(async () => {
  node = await TestNode.start({ online: true, config: { 'Routing.Type': 'none' } })
  await node.rpc('key/gen?arg=mine')
  const keys = [node.node.identity.privateKey, await node.node.keys.privateKey('mine')]

  secrets = keys.flatMap((key) => [key.raw.subarray(0, SEED_BYTES), key.raw, privateKeyToProtobuf(key)]).flatMap((
    bytes
  ) => [
    String.fromCharCode(...bytes),
    Buffer.from(bytes).toString('hex'),
    ...[base32, base36, base58btc, base64, base64url].map((base) => base.baseEncode(bytes)),
    JSON.stringify([...bytes])
  ])
})

/** Returns all bytes that reach a client: for an answer that ends with an error, those before it and the error. */
async function bytesOf (response: Response): Promise<string> {
  let text = [...response.headers].flat().join('\n')

  try {
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString('latin1')
    }
  } catch (err) {
    text += (err as Error).message
  }

  return text
}

function expectNoSecret (text: string): void {
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
}

describe('private keys', () => {
  test('would be detected by this test', async () => {
    const file = Buffer.from(await node.node.keys.exportKey('mine', KEY_FORMATS.protobuf)).toString('latin1')
    const pem = Buffer.from(await node.node.keys.exportKey('mine', KEY_FORMATS.pem)).toString('latin1')
    expect(() => {
      expectNoSecret(file)
    }).toThrow()
    expect(pem).toContain('PRIVATE KEY')
  })

  // With arguments for which as many of them as possible succeed.
  test.each([...walkCommands(root)].map(({ path }) => path.join('/')).filter((path) => path !== 'key/rm'))(
    'are in no answer of %s',
    async (path) => {
      const own = node.node.identity.peerId.toString()

      // Concurrently: some answer until their timeout.
      await Promise.all(
        [
          '',
          '?arg=mine',
          '?arg=Identity.PrivKey',
          `?arg=/ipns/${own}`,
          '?arg=/keys/mine',
          '?arg=Identity&encoding=text'
        ].map(async (query) => {
          const body = new FormData()
          body.append('file', new Blob(['x']))
          expectNoSecret(
            await bytesOf(await node.open(`${path}${query}${query === '' ? '?' : '&'}timeout=2s`, { body }))
          )
        })
      )
    }
  )

  test('are in no answer of the gateway', async () => {
    for (
      const path of [
        '/ipns/mine',
        '/ipns/self',
        '/ipfs/keys/mine',
        '/keys/mine',
        '/local/identity',
        '/ipns/../keys/mine',
        `/ipns/${node.node.identity.peerId}`,
        `/ipns/${node.node.identity.peerId.toCID()}?format=ipns-record`
      ]
    ) {
      expectNoSecret(
        await bytesOf(await handleGateway(new Request(`http://node.localhost${path}`), localGateway(node.node)))
      )
    }
  })

  test('are not repeated in the error about an invalid file', async () => {
    const pem = Buffer.from(await node.node.keys.exportKey('mine', KEY_FORMATS.pem)).toString('utf8')

    for (
      const [format, text] of [
        [KEY_FORMATS.pem, pem.replace('BEGIN', 'BEGUN')],
        [KEY_FORMATS.pem, pem.replace('END', 'ENDE')],
        [KEY_FORMATS.protobuf, pem],
        ['nosuch', pem]
      ]
    ) {
      const body = new FormData()
      body.append('file', new Blob([text]))
      const answer = await node.rpc(`key/import?arg=new&format=${format}`, { body })
      expect(answer.status).toBe(500)
      expect(answer.text).not.toContain(pem.split('\n')[1].slice(0, 20))
    }
  })

  test('are never sent over HTTP', async () => {
    expect((await node.rpc('key/export?arg=mine')).status).toBe(404)
    expect((await node.rpc('key/rotate?oldkey=a')).status).toBe(404)
  })
})
