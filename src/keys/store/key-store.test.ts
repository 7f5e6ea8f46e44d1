import { generateKeyPair, generateKeyPairFromSeed, privateKeyToProtobuf } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { MemoryDatastore } from 'datastore-core'
import fc from 'fast-check'
import { Key } from 'interface-datastore'
import all from 'it-all'
import { beforeAll, describe, expect, test } from 'vitest'
import { peerIdEncoder } from '../../cid/peer-id/peer-id-encoder.ts'
import { killableDatastore } from '../../testing/store/killable.ts'
import { KEY_FORMATS } from '../formats/write-private-key.ts'
import { signMessage, verifyMessage } from '../message-signature.ts'
import { KeyStore } from './key-store.ts'

const idText = peerIdEncoder('b58mh')
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

let self: PrivateKey
let sevens: PrivateKey

beforeAll(async () => {
  self = await generateKeyPair('Ed25519')
  sevens = await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(7))
})

const store = (data = new MemoryDatastore()): KeyStore => new KeyStore(data, () => self)
const names = async (keys: KeyStore): Promise<string[]> => (await keys.list()).map(({ name }) => name)
const importSevens = async (keys: KeyStore, name: string): Promise<void> => {
  await keys.importKey(name, privateKeyToProtobuf(sevens), { format: KEY_FORMATS.protobuf, anyType: false })
}

describe('names of keys', () => {
  test('can contain anything, and stay distinct', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          fc.oneof(
            fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
            fc.constantFrom('a/b', 'a//b', 'a/', '/', '..', '.', 'a%2Fb', ' ', '__proto__')
          ),
          { minLength: 1, maxLength: 8 }
        ),
        async (wanted) => {
          const keys = store()

          for (const name of wanted.filter((name) => name !== 'self')) {
            await keys.generate(name, { type: 'ed25519' })
          }

          expect((await names(keys)).slice(1).sort()).toEqual(
            wanted.filter((name) => name !== 'self').sort()
          )
        }
      ),
      { numRuns: 30 }
    )
  })

  test('have at least one byte, and at most as many as Kubo can store', async () => {
    await expect(store().generate('', { type: 'ed25519' })).rejects.toThrow('key name must be at least one character')
    await expect(store().generate('n'.repeat(157), { type: 'ed25519' })).rejects.toThrow(
      'key name is 157 bytes (max 156 bytes)'
    )
    expect((await store().generate('n'.repeat(156), { type: 'ed25519' })).name).toHaveLength(156)
  })

  test('share one prefix in the datastore', async () => {
    const data = new MemoryDatastore()
    await store(data).generate('a/b', { type: 'ed25519' })
    expect((await all(data.queryKeys({}))).map(String)).toEqual(['/keys/a%2Fb'])
  })

  test.each(['generate', 'import', 'export', 'rename', 'overwrite', 'remove'])('cannot be self: %s', async (what) => {
    const keys = store()
    await importSevens(keys, 'a')

    const step: Record<string, () => Promise<unknown>> = {
      generate: async () => await keys.generate('self', { type: 'ed25519' }),
      import: async () => {
        await importSevens(keys, 'self')
      },
      export: async () => await keys.exportKey('self', KEY_FORMATS.protobuf),
      rename: async () => await keys.rename('self', 'b', { force: true }),
      overwrite: async () => await keys.rename('a', 'self', { force: true }),
      remove: async () => await keys.remove(['a', 'self'])
    }

    await expect(step[what]()).rejects.toThrow(
      /^cannot (create|import|export|rename|overwrite|remove) key with name 'self'$/
    )
    expect(await names(keys)).toEqual(['self', 'a'])
  })
})

describe('changes', () => {
  test('of the same name at the same time: one wins', async () => {
    const keys = store()
    const both = await Promise.allSettled([
      keys.generate('a', { type: 'ed25519' }),
      keys.generate('a', { type: 'ed25519' })
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('remove several keys at once, all or none', async () => {
    const keys = store()
    await importSevens(keys, 'a')
    await expect(keys.remove(['a', 'none'])).rejects.toMatchObject({
      name: 'NoSuchKeyError',
      message: 'no key named none was found'
    })
    await expect(keys.remove(['a', 'a'])).rejects.toThrow('no key named a was found')
    expect(await names(keys)).toEqual(['self', 'a'])
  })

  test.each([false, true])(
    'survive a kill during a rename, which leaves the key under one name (target exists: %s)',
    async (taken) => {
      const outcomes = new Set<string>()

      for (let kill = 0; kill < 4; kill++) {
        const data = new MemoryDatastore()
        await importSevens(store(data), 'old')

        if (taken) {
          await store(data).generate('new', { type: 'ed25519' })
        }

        let writes = 0
        const dying = store(killableDatastore(data, () => {
          if (writes++ === kill) {
            throw new Error('killed')
          }
        }))
        await dying.rename('old', 'new', { force: true }).catch(() => {})

        const after = store(data)
        const held = (await after.list()).filter(({ id }) => idText(id) === idText(sevens.publicKey.toMultihash())).map(
          ({ name }) => name
        )
        expect(held).toHaveLength(1)
        outcomes.add(held[0])
      }

      expect(outcomes).toEqual(new Set(['old', 'new']))
    }
  )

  test('are batches, which are durable when they resolve', async () => {
    const done: string[] = []
    const keys = new KeyStore(
      killableDatastore(new MemoryDatastore(), (what) => {
        done.push(what)
      }),
      () => self
    )
    await keys.generate('a', { type: 'ed25519' })
    await keys.rename('a', 'b', { force: false })
    await keys.remove(['b'])
    expect(new Set(done)).toEqual(new Set(['batch']))
  })

  test('do not hide other keys behind a damaged row, which is not listed', async () => {
    const data = new MemoryDatastore()
    await importSevens(store(data), 'good')
    await data.put(new Key('/keys/bad'), Uint8Array.of(1, 2, 3))
    expect(await names(store(data))).toEqual(['self', 'good'])
  })
})

describe('exporting and importing keys', () => {
  test.each(['Ed25519', 'RSA', 'secp256k1'] as const)('preserves %s in both formats', async (type) => {
    const key = await generateKeyPair(type as 'Ed25519')
    const keys = store()
    await keys.importKey('a', privateKeyToProtobuf(key), { format: KEY_FORMATS.protobuf, anyType: true })

    for (const format of Object.values(KEY_FORMATS)) {
      await keys.importKey(format, await keys.exportKey('a', format), { format, anyType: true })
      expect((await keys.privateKey(format)).equals(key)).toBe(true)
    }
  })

  test('rejects unknown formats and names', async () => {
    const keys = store()
    await importSevens(keys, 'a')
    await expect(keys.exportKey('a', 'nosuch')).rejects.toThrow('unrecognized export format: nosuch')
    await expect(keys.exportKey('none', KEY_FORMATS.pem)).rejects.toThrow("key with name 'none' doesn't exist")
  })

  test('reads the secp256k1 PEM of openssl, and writes the same bytes', async () => {
    // openssl ecparam -name secp256k1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt
    const pem = '-----BEGIN PRIVATE KEY-----\nMIGEAgEAMBAGByqGSM49AgEGBSuBBAAKBG0wawIBAQQga1qlea68qqklMQdxqnA+\n' +
      '5f29HDMS/Yo/Rb/FuKNxXcqhRANCAATM31yDKKMpzLLiNj7kNq/OCSdH3r41zTGN\n' +
      'VLS6G/sICROkblybTePcvRHgms+d1A+qsuCCM7Iu/mIUPHtSBsZ9\n-----END PRIVATE KEY-----\n'
    const keys = store()
    const format = KEY_FORMATS.pem
    const { id } = await keys.importKey('a', new TextEncoder().encode(pem), { format, anyType: true })
    expect(peerIdEncoder('b58mh')(id)).toBe('16Uiu2HAmSSj4bs9n1vCTba8A5m3ikgiYGtk41xNHrYGJsCSgAVSx')
    expect(new TextDecoder().decode(await keys.exportKey('a', format))).toBe(pem)
  })

  test('writes the same Ed25519 PEM as openssl', async () => {
    const keys = store()
    await importSevens(keys, 'a')
    expect(new TextDecoder().decode(await keys.exportKey('a', KEY_FORMATS.pem))).toBe(
      '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH\n' +
        '-----END PRIVATE KEY-----\n'
    )
  })

  test.each([
    ["another's public part", async () => {
      const raw = privateKeyToProtobuf(sevens)
      raw.set(self.publicKey.raw, raw.length - 32)
      return raw
    }, 'the public part is of another key'],
    [
      'RSA that is too short',
      async () => privateKeyToProtobuf(await generateKeyPair('RSA', 1024)),
      'rsa keys must be >= 2048 bits to be useful'
    ],
    ['ECDSA', async () => privateKeyToProtobuf(await generateKeyPair('ECDSA')), 'ECDSA keys are not supported'],
    [
      'bytes that are no message',
      async () => bytes('x'),
      'unable to unmarshall format=libp2p-protobuf-cleartext: proto: cannot parse invalid wire-format data'
    ],
    [
      'a message without a key type',
      async () => Uint8Array.of(18, 1, 1),
      'proto: required field crypto.pb.PrivateKey.Type not set'
    ],
    [
      'a message without a key',
      async () => Uint8Array.of(8, 1),
      'proto: required field crypto.pb.PrivateKey.Data not set'
    ],
    [
      'Ed25519 with two public parts',
      async () => Uint8Array.of(8, 1, 18, 96, ...new Uint8Array(95), 1),
      'expected redundant ed25519 public key to be redundant'
    ],
    ['half of secp256k1', async () => Uint8Array.of(8, 2, 18, 1, 1), 'expected secp256k1 data size to be 32'],
    ['an unknown key type', async () => Uint8Array.of(8, 9, 18, 0), 'invalid or unsupported key type'],
    [
      'half of Ed25519',
      async () => Uint8Array.of(8, 1, 18, 2, 1, 1),
      'expected ed25519 data size to be 64 or 96, got 2'
    ],
    [
      'a PEM in the wrong place',
      async () => bytes('-----BEGIN PRIVATE KEY-----\nMC4=\n-----END PRIVATE KEY-----\n'),
      'unexpected PEM block for format=libp2p-protobuf-cleartext: try again with format=pem-pkcs8-cleartext'
    ],
    ['a large file', async () => new Uint8Array(65_537), 'a key has no more than 64KiB']
  ])('rejects %s', async (_, make, message) => {
    await expect(store().importKey('a', await make(), { format: KEY_FORMATS.protobuf, anyType: true })).rejects.toThrow(
      message
    )
  })

  test.each([
    ['no PEM', 'rubbish', 'PEM block not found in input data'],
    [
      'another block',
      '-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n',
      'expected PRIVATE KEY type in PEM block but got: EC PRIVATE KEY'
    ],
    [
      'an elliptic curve',
      '-----BEGIN PRIVATE KEY-----\nMEECAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJzAlAgEBBCAHBwcHBwcHBwcHBwcH\n' +
      'BwcHBwcHBwcHBwcHBwcHBwcHBw==\n-----END PRIVATE KEY-----\n',
      'parsing PKCS8 format: ECDSA keys are not supported'
    ],
    [
      'an unknown algorithm',
      '-----BEGIN PRIVATE KEY-----\nMAwCAQAwBQYDK2VxBAA=\n-----END PRIVATE KEY-----\n',
      'parsing PKCS8 format: x509: PKCS#8 wrapping contained private key with unknown algorithm: 1.3.101.113'
    ],
    [
      'DSA',
      '-----BEGIN PRIVATE KEY-----\nMBACAQAwCQYHKoZIzjgEAQQA\n-----END PRIVATE KEY-----\n',
      'with unknown algorithm: 1.2.840.10040.4.1'
    ],
    ['rubbish in a block', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n', 'parsing PKCS8 format: ']
  ])('rejects %s as PEM', async (_, text, message) => {
    await expect(store().importKey('a', bytes(text), { format: KEY_FORMATS.pem, anyType: true })).rejects.toThrow(
      message
    )
  })

  test('only throws Errors for random bytes, and stores no key', async () => {
    const seed = privateKeyToProtobuf(await generateKeyPair('RSA', 2048))

    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 80 }),
          fc.tuple(fc.nat(seed.length - 1), fc.nat(255)).map(([at, byte]) => {
            const changed = seed.slice()
            changed[at] = byte
            return changed
          })
        ),
        fc.constantFrom(...Object.values(KEY_FORMATS)),
        async (input, format) => {
          const keys = store()
          const outcome = await keys.importKey('a', input, { format, anyType: true }).catch((err: Error) => err)
          expect(outcome instanceof Error ? outcome.message : (await keys.privateKey('a')).type).not.toBe('')
        }
      ),
      { numRuns: 60 }
    )
  })
})

describe('signatures', () => {
  test('are verified with a key by its name, its ID, or the key in the ID', async () => {
    const keys = store()
    await importSevens(keys, 'a')
    const signature = await signMessage(await keys.privateKey('a'), bytes('message'))
    const id = idText(sevens.publicKey.toMultihash())

    for (const nameOrId of ['a', id, `/ipns/${id}`]) {
      const { publicKey } = await keys.publicKeyOf(nameOrId)
      expect(await verifyMessage(publicKey, bytes('message'), signature)).toBe(true)
      expect(await verifyMessage(publicKey, bytes('other'), signature)).toBe(false)
      expect(await verifyMessage(publicKey, bytes('message'), new Uint8Array(3))).toBe(false)
    }

    // The message is not signed as it is: it could be anything that is signed elsewhere.
    expect(await sevens.publicKey.verify(bytes('message'), signature)).toBe(false)
  })

  test('cannot be verified with an ID that is a hash', async () => {
    await expect(store().publicKeyOf('QmNnooDu7bfjPFoTZYxMNLWUQJyrVwtbZg5gBMjTezGAJN')).rejects.toThrow(
      'public key is not embedded in peer ID'
    )
    await expect(store().publicKeyOf('none')).rejects.toThrow(
      '\'"none"\' is not a known key, an IPNS Name, or a valid PeerID'
    )
  })

  test('are made with a key by its name or ID', async () => {
    const keys = store()
    await importSevens(keys, 'a')
    expect((await keys.privateKeyOf(idText(sevens.publicKey.toMultihash()))).equals(sevens)).toBe(true)
    expect((await keys.privateKeyOf(idText(self.publicKey.toMultihash()))).equals(self)).toBe(true)
    await expect(keys.privateKeyOf('')).rejects.toThrow('key name must be at least one character')
    await expect(keys.privateKeyOf('none')).rejects.toThrow('no key by the given name was found')
    await expect(keys.privateKeyOf('12D3KooWRL9VfRA6zNzYPGG7p9Gm2YsDHUobNU55oiiLMZGKZVDj')).rejects.toThrow(
      'no key by the given name or PeerID was found'
    )
  })
})
