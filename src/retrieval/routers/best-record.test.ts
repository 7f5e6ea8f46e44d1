import { generateKeyPairFromSeed } from '@libp2p/crypto/keys'
import { afterEach, describe, expect, it } from 'vitest'
import { createRecord } from '../../names/record/create-record.ts'
import { startServer } from '../../testing/http/http-fixtures.ts'
import type { Answer, TestServer } from '../../testing/http/http-fixtures.ts'
import { bestRecord } from './best-record.ts'

const ends: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const end of ends.splice(0)) {
    await end()
  }
})

const key = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(1))
const name = key.publicKey.toMultihash()
const records = await Promise.all(
  [1n, 2n, 3n].map(async (sequence) =>
    await createRecord(key, {
      value: '/ipfs/bafkqaaa',
      sequence,
      validityMs: Date.now() + 600_000,
      ttlNs: 0n,
      v1compat: true
    })
  )
)

const has = (sequence: number): Answer => (_, response) => {
  response.writeHead(200, { 'content-type': 'application/vnd.ipfs.ipns-record' }).end(records[sequence - 1])
}
const answers = (status: number): Answer => (_, response) => {
  response.writeHead(status).end()
}
const silent: Answer = () => {}

async function ask (
  answers: Answer[],
  { signal = new AbortController().signal, patienceMs }: { signal?: AbortSignal; patienceMs?: number } = {}
): Promise<{ found: Promise<Uint8Array>; servers: TestServer[] }> {
  const servers = await Promise.all(answers.map(startServer))
  ends.push(...servers.map(({ close }) => close))
  const found = bestRecord(servers.map(({ url }) => url), name, { signal, patienceMs })
  found.catch(() => {})
  return { found, servers }
}

describe('the best record of several routers', () => {
  it('is the newest one, in whatever order they answer, and whatever the others return', async () => {
    expect(await (await ask([has(2), has(3), has(1), answers(404), answers(500)])).found).toEqual(records[2])
  })

  it('does not wait for a stalled router, whose request is cancelled', async () => {
    const { found, servers } = await ask([silent, has(1), silent], { patienceMs: 20 })
    expect(await found).toEqual(records[0])
    await expect.poll(() => servers.map(({ open }) => open)).toEqual([0, 0, 0])
  })

  it('is missing if the routers that answer have none', async () => {
    await expect((await ask([answers(404), answers(500)])).found).rejects.toMatchObject({
      name: 'RoutingNotFoundError'
    })
    await expect((await ask([])).found).rejects.toMatchObject({ name: 'RoutingNotFoundError' })
  })

  it('is unknown if no router answers, and the error has the reasons', async () => {
    const { found, servers } = await ask([answers(500), answers(503)])
    await expect(found).rejects.toMatchObject({
      name: 'RoutersUnavailableError',
      message: `no delegated router could be asked: ${servers[0].url} answered 500; ${servers[1].url} answered 503`
    })
  })

  it('is cancelled by the signal', async () => {
    const leaving = new AbortController()
    const { found, servers } = await ask([silent, silent], { signal: leaving.signal })
    await expect.poll(() => servers.map(({ open }) => open)).toEqual([1, 1])
    leaving.abort(new Error('left'))
    await expect(found).rejects.toThrow('left')
    await expect.poll(() => servers.map(({ open }) => open)).toEqual([0, 0])
  })
})
