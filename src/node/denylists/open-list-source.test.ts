import { generateKeyPairFromSeed } from '@libp2p/crypto/keys'
import { base64url } from 'multiformats/bases/base64'
import type { CID } from 'multiformats/cid'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toBytes } from '../../bytes/to-bytes.ts'
import type { ListSource } from '../../denylist/lists/list-row.ts'
import { signMessage } from '../../keys/message-signature.ts'
import { parsePath } from '../../path/content-path.ts'
import { gatewayFixture } from '../../testing/http/gateway-fixture.ts'
import { startServer } from '../../testing/http/http-fixtures.ts'
import type { Answer, TestServer } from '../../testing/http/http-fixtures.ts'
import { TestNode } from '../../testing/test-node.ts'
import { checkUrlSource, listSourceOpener } from './open-list-source.ts'

const RULE = '/ipfs/QmVTF1yEejXd9iMgoRTFDxBv7HAz9kuZcQNBzHrceuK9HR\n'
const signal = new AbortController().signal

let answer: Answer
let server: TestServer
let stop: Array<() => Promise<void>>

beforeEach(async () => {
  stop = []
  answer = (_, response) => {
    response.writeHead(200, { etag: '"1"' }).end(RULE)
  }
  server = await startServer(async (request, response) => {
    await answer(request, response)
  })
})
afterEach(async () => {
  await server.close()
  for (const end of stop) {
    await end()
  }
})

function urlSource (path = '/list', more: Partial<Extract<ListSource, { kind: 'url' }>> = {}): ListSource {
  return { kind: 'url', url: `${server.url}${path}`, intervalMs: 60_000, maxBytes: 1e6, ...more }
}

async function opener (): Promise<ReturnType<typeof listSourceOpener>> {
  const { node } = await TestNode.start()
  stop.push(async () => {
    await node.stop()
  })
  return listSourceOpener(node)
}

describe('a list at a URL', () => {
  it('is downloaded only in a new version', async () => {
    const open = await opener()
    const first = await open(urlSource(), { tag: '', signal })
    expect(first?.tag).toBe('"1"')
    expect(new TextDecoder().decode(await toBytes(first!.chunks))).toBe(RULE)

    const conditions: unknown[] = []
    answer = ({ headers }, response) => {
      conditions.push(headers['if-none-match'] ?? headers['if-modified-since'])
      response.writeHead(304).end()
    }
    expect(await open(urlSource(), { tag: '"1"', signal })).toBeUndefined()
    expect(await open(urlSource(), { tag: 'Wed, 21 Oct 2015 07:28:00 GMT', signal })).toBeUndefined()
    expect(conditions).toEqual(['"1"', 'Wed, 21 Oct 2015 07:28:00 GMT'])

    // A server that ignores the condition, but sends the version.
    answer = (_, response) => {
      response.writeHead(200, { 'last-modified': 'Wed, 21 Oct 2015 07:28:00 GMT' }).end(RULE)
    }
    expect(await open(urlSource(), { tag: 'Wed, 21 Oct 2015 07:28:00 GMT', signal })).toBeUndefined()
  })

  it('is opened without a condition where a browser does not allow one', async () => {
    const open = await opener()
    answer = ({ headers }, response) => {
      if (headers['if-none-match'] != null) {
        response.destroy()
      } else {
        response.writeHead(200).end(RULE)
      }
    }
    expect((await open(urlSource(), { tag: '"1"', signal }))?.tag).toBe('')
  })

  it.each<[status: number, headers: Record<string, string>, message: RegExp]>([
    [404, {}, /answers with status 404/],
    [500, {}, /answers with status 500/],
    // The rule of all retrieval over HTTP: see `checkRedirect`.
    [302, { location: 'http://0.0.0.0:PORT/elsewhere' }, /leads to a place that is not asked/]
  ])('is not used with status %i', async (status, headers, message) => {
    const open = await opener()
    answer = ({ url }, response) => {
      if (url === '/list') {
        const location = headers.location?.replace('PORT', new URL(server.url).port)
        response.writeHead(status, location == null ? {} : { location }).end()
      } else {
        response.writeHead(200).end(RULE)
      }
    }
    await expect(open(urlSource(), { tag: '', signal })).rejects.toThrow(message)
  })

  it('must have the given digest', async () => {
    const open = await opener()
    const digest = createHash('sha256').update(RULE).digest('hex')
    const opened = await open(urlSource('/list', { sha256: digest }), { tag: '', signal })
    await opened?.verify?.(digest)
    await expect(opened?.verify?.(digest.replace(/^./, 'x'))).rejects.toThrow('the SHA-256 digest of the list is x')
  })

  it('must be signed by the given key, as key/sign does', async () => {
    const open = await opener()
    const key = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(1))
    const signedBy = key.publicKey.toString()
    const digest = createHash('sha256').update(RULE).digest('hex')
    const text = base64url.encode(await signMessage(key, new TextEncoder().encode(digest)))
    const opened = await open(urlSource('/list?a=b', { signedBy }), { tag: '', signal })
    const verify = async (signature: string, status = 200): Promise<void> => {
      answer = (_, response) => {
        response.writeHead(status).end(signature)
      }
      await opened?.verify?.(digest)
    }

    await verify(`${text}\n`)
    await verify(JSON.stringify({ Key: { Name: 'self', Id: signedBy }, Signature: text }))
    expect(server.asked.at(-1)).toBe('/list.sig?a=b')
    await expect(verify(text.slice(0, -4))).rejects.toThrow(`the list is not signed by ${signedBy}`)
    await expect(verify('?')).rejects.toThrow('the signature of the list cannot be read')
    await expect(verify('', 404)).rejects.toThrow('has status 404')
    await expect(verify('x'.repeat(5000))).rejects.toThrow('the signature is too large')
  })

  it.each([
    [{ url: 'http://lists.example/a' }, 'the URL of a list begins with https://'],
    [{ url: 'file:///etc/passwd' }, 'the URL of a list begins with https://'],
    [{ url: 'nonsense' }, 'the URL of a list begins with https://'],
    [{ url: 'https://lists.example/a', sha256: 'abc' }, 'has 64 hexadecimal digits'],
    [{ url: 'https://lists.example/a', signedBy: 'abc' }, 'failed to parse peer ID'],
    [{
      url: 'https://lists.example/a',
      signedBy: 'QmVTF1yEejXd9iMgoRTFDxBv7HAz9kuZcQNBzHrceuK9HR'
    }, 'public key is not embedded in peer ID']
  ])('%o is refused', (source, message) => {
    expect(() => {
      checkUrlSource(source)
    }).toThrow(message)
  })
})

it('a list at an IPNS path is read when the name leads to another file', async () => {
  const { dag, node, stop: end } = await gatewayFixture()
  stop.push(end)
  const open = listSourceOpener(node)
  const key = await node.keys.privateKey('self')
  const publish = async (cid: CID): Promise<void> => {
    await node.names.publish(key, parsePath(`/ipfs/${cid}`), {
      lifetimeMs: 1e7,
      ttlNs: 0n,
      v1compat: true,
      offline: true,
      signal
    })
  }
  const files = [(await dag.raw(RULE)).cid, (await dag.raw(`${RULE}# new\n`)).cid]
  await publish(await dag.directory({ 'a.deny': files[0] }))
  const path = `/ipns/${key.publicKey.toString()}/a.deny`
  const source: ListSource = { kind: 'path', path, intervalMs: 60_000, maxBytes: 1e6 }
  const first = await open(source, { tag: '', signal })
  expect(first?.tag).toBe(files[0].toString())
  expect(await open(source, { tag: files[0].toString(), signal })).toBeUndefined()
  await publish(await dag.directory({ 'a.deny': files[1] }))
  const next = await open(source, { tag: files[0].toString(), signal })
  expect(new TextDecoder().decode(await toBytes(next!.chunks))).toBe(`${RULE}# new\n`)
})
