import { encode } from '@ipld/dag-cbor'
import { generateKeyPairFromSeed } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { base64url } from 'multiformats/bases/base64'
import { decode as decodeDigest } from 'multiformats/hashes/digest'
import { afterEach, expect, test } from 'vitest'
import { concatBytes } from '../bytes/concat-bytes.ts'
import { ProtobufReader } from '../bytes/protobuf/protobuf-reader.ts'
import { bytesField, lengthPrefixed, varintField } from '../bytes/protobuf/protobuf-writer.ts'
import { createRecord } from '../names/record/create-record.ts'
import { ipnsNameText, parseIpnsName } from '../names/record/ipns-name.ts'
import { startServer } from '../testing/http/http-fixtures.ts'
import { startFalseKadServer } from '../testing/peers/kad-server.ts'
import { startSwarmNode } from '../testing/peers/swarm-node.ts'
import { MESSAGE, RECORD } from './dht/kad-message.ts'
import { readFrame } from './streams/read-frame.ts'

const GOOD = '/ipfs/bafkreihnoabliopjvscf6irvpwbcxlauirzq7pnwafwt5skdekl3t3e7om'
const BAD = '/ipfs/bafkreib7ytgp45cyodrmbwm7ohzq74dfnsg63va4yhl5hu3wwdn6nbpc6m'
const DAY_MS = 86_400_000
const stops: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const stop of stops.splice(0)) {
    await stop()
  }
})

type SwarmNode = Awaited<ReturnType<typeof startSwarmNode>>

/** A peer or server that answers lookups of names with given records. */
interface Liar {
  config: Record<string, never>
  /** connects the node, so that it receives the records */
  meet: (node: SwarmNode, names: string[]) => Promise<void>
}

/** Records to answer with, by the text of the name. */
type Told = Map<string, Uint8Array>

const keys = await Promise.all(
  [1, 2, 3].map(async (n) => await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(n + 60)))
)
const [one, two, stranger] = keys
const keyName = ({ publicKey }: PrivateKey): string => ipnsNameText(publicKey.toMultihash())
const createTestRecord = async (
  key: PrivateKey,
  init: Partial<Parameters<typeof createRecord>[1]> = {}
): Promise<Uint8Array> =>
  await createRecord(key, {
    value: GOOD,
    sequence: 5n,
    validityMs: Date.now() + DAY_MS,
    ttlNs: 0n,
    v1compat: true,
    ...init
  })

/** Creates a record with only the v2 signature and any content. */
async function signed (key: PrivateKey, fields: object): Promise<Uint8Array> {
  const data = encode({
    Value: new TextEncoder().encode(BAD),
    Validity: new TextEncoder().encode('2999-01-01T00:00:00Z'),
    ValidityType: 0,
    Sequence: 99,
    TTL: 0,
    ...fields
  })
  return concatBytes([
    ...bytesField(8, await key.sign(concatBytes([new TextEncoder().encode('ipns-signature:'), data]))),
    ...bytesField(9, data)
  ])
}

const PLACES: Record<string, (told: Told) => Promise<Liar>> = {
  router: async (told) => {
    const server = await startServer(({ url = '' }, response) => {
      const known = told.get(url.split('/').at(-1) ?? '')
      response.writeHead(known == null ? 404 : 200, { 'content-type': 'application/vnd.ipfs.ipns-record' }).end(known)
    })

    stops.push(server.close)
    return {
      config: { 'Routing.Type': 'delegated', 'Routing.DelegatedRouters': [server.url] } as never,
      meet: async () => {}
    }
  },

  DHT: async (told) => {
    const server = await startFalseKadServer(async (stream) => {
      const reader = new ProtobufReader(await readFrame(stream, 4096))
      let key = new Uint8Array()
      while (reader.next()) {
        if (reader.field === MESSAGE.key) {
          key = reader.view().slice()
        } else {
          reader.skip()
        }
      }
      const value = told.get(textOfKey(key))
      stream.send(
        concatBytes(lengthPrefixed([
          varintField(MESSAGE.type, 1),
          ...value == null
            ? []
            : bytesField(MESSAGE.record, ...bytesField(RECORD.key, key), ...bytesField(RECORD.value, value))
        ]))
      )
      await stream.close()
    })

    stops.push(server.stop)

    return {
      config: { 'Routing.Type': 'dht', 'Routing.LoopbackAddressesOnLanDHT': true } as never,
      meet: async (node) => {
        await node.rpc(`swarm/connect?arg=${server.addresses[0]}`)
        await expect.poll(async () => (await node.rpc('stats/dht?arg=lan')).text).toContain(server.id)
      }
    }
  },

  pubsub: async (told) => {
    const liar = await startSwarmNode({ config: { 'Pubsub.Enabled': true } })
    stops.push(async () => {
      await liar.node.stop()
    })

    return {
      config: { 'Routing.Type': 'delegated', 'Routing.DelegatedRouters': [], 'Ipns.UsePubsub': true } as never,
      meet: async (node, names) => {
        await node.rpc(`swarm/connect?arg=${liar.addresses[0]}`)
        const pubsub = (await liar.node.swarm!.get()).pubsub!

        for (const name of names) {
          // It follows the name from now on.
          await node.rpc(`name/get?arg=${name}`)
          const topic = `/record/${
            base64url.baseEncode(concatBytes([new TextEncoder().encode('/ipns/'), parseIpnsName(name).bytes]))
          }`
          await expect.poll(() => pubsub.peers(topic)).toHaveLength(1)
          const known = told.get(name)
          if (known != null) {
            await pubsub.publish(topic, known)
          }
        }
      }
    }
  }
}

function textOfKey (key: Uint8Array): string {
  return new TextDecoder().decode(key.subarray(0, 6)) === '/ipns/' ? ipnsNameText(decodeDigest(key.subarray(6))) : ''
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const inDays = (days: number): number => Date.now() + days * DAY_MS
const NO_PATH = /^value is not a valid content path/
const NOWHERE = /^could not resolve name|^context deadline exceeded/

/** Records for the name of the first key, and the expected result of a lookup. */
const LIES: Record<string, { told: () => Promise<Uint8Array>; says: RegExp }> = {
  'a record whose time is over': {
    told: async () => await createTestRecord(one, { value: BAD, sequence: 99n, validityMs: inDays(-1) }),
    says: NOWHERE
  },
  'one with a byte changed': {
    told: async () => {
      const bytes = await createTestRecord(one, { value: BAD, sequence: 99n })
      bytes[bytes.length - 40] ^= 1
      return bytes
    },
    says: NOWHERE
  },
  'one of another key': {
    told: async () => await createTestRecord(stranger, { value: BAD, sequence: 99n }),
    says: NOWHERE
  },
  'one of 12 KiB': {
    told: async () => await createTestRecord(one, { value: `${BAD}/${'x'.repeat(12_000)}`, sequence: 99n }),
    says: NOWHERE
  },
  'rubbish': { told: async () => utf8('<!doctype html>'), says: NOWHERE },
  'one whose time cannot be read': {
    told: async () => await signed(one, { Validity: utf8('for ever') }),
    says: NOWHERE
  },
  'one of a kind of time that nobody knows': {
    told: async () => await signed(one, { ValidityType: 7 }),
    says: NOWHERE
  },
  'one whose time is no date': {
    told: async () => await signed(one, { Validity: utf8('2999-02-30T00:00:00Z') }),
    says: NOWHERE
  },
  'one that leads to no path': {
    told: async () => await signed(one, { Value: utf8('javascript:alert(1)') }),
    says: NO_PATH
  },
  'one that leads to bytes that are no text': {
    told: async () => await signed(one, { Value: Uint8Array.of(0xff, 0xfe) }),
    says: NO_PATH
  },
  'one that leads to itself': {
    told: async () => await createTestRecord(one, { value: `/ipns/${keyName(one)}`, sequence: 99n }),
    says: /^could not resolve name \(recursion limit exceeded\)$/
  }
}

async function start (config: Liar['config']): Promise<SwarmNode> {
  const node = await startSwarmNode({ delegatedRouting: { auto: false }, config })
  stops.push(async () => {
    await node.node.stop()
  })
  return node
}

const resolve = async (node: SwarmNode, key: PrivateKey): Promise<{ Path?: string; Message?: string }> =>
  (await node.rpc(`name/resolve?arg=${keyName(key)}&nocache=true&dht-timeout=2s`)).lines[0] as object

for (const [title, place] of Object.entries(PLACES)) {
  test.for(Object.keys(LIES))(
    `%s from a ${title} ends with a message, and does not hide a valid record`,
    async (lie) => {
      const { told, says } = LIES[lie]
      const lies: Told = new Map([[keyName(one), await told()]])
      const liar = await place(lies)
      const node = await start(liar.config)
      await liar.meet(node, [keyName(one)])
      expect(await resolve(node, one)).toMatchObject({ Message: expect.stringMatching(says) as string })

      // The known record of the name counts, unless the owner has published another one since.
      if (says === NOWHERE) {
        await node.node.names.put(parseIpnsName(keyName(one)), await createTestRecord(one), {
          offline: true,
          signal: new AbortController().signal
        })
        expect(await resolve(node, one)).toEqual({ Path: GOOD })
      }
    }
  )

  test(`names in a loop from a ${title} end with a message`, async () => {
    const liar = await place(
      new Map([[keyName(one), await createTestRecord(one, { value: `/ipns/${keyName(two)}/x` })], [
        keyName(two),
        await createTestRecord(two, { value: `/ipns/${keyName(one)}/y` })
      ]])
    )
    const node = await start(liar.config)
    await liar.meet(node, [keyName(one), keyName(two)])
    expect(await resolve(node, one)).toMatchObject({ Message: 'could not resolve name (recursion limit exceeded)' })
    // An intermediate step still resolves.
    expect((await node.rpc(`name/resolve?arg=${keyName(one)}&recursive=false`)).lines).toEqual([{
      Path: `/ipns/${keyName(two)}/x`
    }])
  })

  test(`an older record from a ${title} does not replace a newer one, and one with absurd times is valid`, async () => {
    const told: Told = new Map([[keyName(one), await createTestRecord(one, { value: BAD, sequence: 4n })], [
      keyName(two),
      await signed(two, {
        Value: utf8(GOOD),
        Sequence: 2n ** 64n - 1n,
        TTL: 2n ** 63n - 1n,
        Validity: utf8('9999-12-31T23:59:59.999999999Z')
      })
    ]])
    const liar = await place(told)
    const node = await start(liar.config)
    await node.node.names.put(parseIpnsName(keyName(one)), await createTestRecord(one), {
      offline: true,
      signal: new AbortController().signal
    })
    await liar.meet(node, [keyName(one), keyName(two)])
    expect(await resolve(node, one)).toEqual({ Path: GOOD })
    expect(await resolve(node, two)).toEqual({ Path: GOOD })
  })
}
