import { generateKeyPairFromSeed, privateKeyToProtobuf } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import { MemoryDatastore } from 'datastore-core'
import { expect, test } from 'vitest'
import { KeyStore } from '../store/key-store.ts'
import { allKeys } from './all-keys.ts'
import { openKeys } from './open-keys.ts'
import { restoreKeys } from './restore-keys.ts'
import { sealKeys } from './seal-keys.ts'

const PASSWORD = 'correct horse ü'
const createKey = async (n: number): Promise<PrivateKey> =>
  await generateKeyPairFromSeed('Ed25519', new Uint8Array(32).fill(n))

async function store (self: number, ...names: Array<[name: string, seed: number]>): Promise<KeyStore> {
  const own = await createKey(self)
  const keys = new KeyStore(new MemoryDatastore(), () => own)
  for (const [name, seed] of names) {
    await keys.importKey(name, privateKeyToProtobuf(await createKey(seed)), {
      format: 'libp2p-protobuf-cleartext',
      anyType: false
    })
  }
  return keys
}

test('keys are restored with their names in another node, whose own key stays', async () => {
  const from = await store(1, ['blog', 2], ['ü', 3])
  const sealed = await sealKeys(await allKeys(from), PASSWORD)
  const to = await store(9)
  expect(
    await restoreKeys(
      to,
      await openKeys(JSON.parse(JSON.stringify(sealed)) as typeof sealed, PASSWORD.normalize('NFD')),
      { whenTaken: 'skip' }
    )
  ).toEqual([
    { name: 'self', is: 'restored', as: 'self of a backup' },
    { name: 'blog', is: 'restored', as: 'blog' },
    { name: 'ü', is: 'restored', as: 'ü' }
  ])
  expect((await to.list()).map(({ name, id }) => [name, id.bytes])).toEqual([
    ['self', to.self.id.bytes],
    ['blog', (await createKey(2)).publicKey.toMultihash().bytes],
    ['self of a backup', from.self.id.bytes],
    ['ü', (await createKey(3)).publicKey.toMultihash().bytes]
  ])
})

test('neither keys nor names are in plain text, and no two backups are alike', async () => {
  const keys = await allKeys(await store(1, ['blog', 2]))
  const [one, other] = [await sealKeys(keys, PASSWORD), await sealKeys(keys, PASSWORD)]
  expect(JSON.stringify(one)).not.toContain('blog')
  expect(one.iterations).toBeGreaterThanOrEqual(600_000)
  expect([one.salt, one.iv, one.sealed].some((part) => [other.salt, other.iv, other.sealed].includes(part))).toBe(false)
})

test('wrong passwords, modified files and unknown algorithms are rejected', async () => {
  const sealed = await sealKeys(await allKeys(await store(1)), PASSWORD)
  const first = sealed.sealed.startsWith('A') ? 'B' : 'A'
  await expect(openKeys(sealed, 'correct horse u')).rejects.toThrow('do not open')
  await expect(openKeys({ ...sealed, sealed: first + sealed.sealed.slice(1) }, PASSWORD)).rejects.toThrow('do not open')
  await expect(openKeys({ ...sealed, iterations: sealed.iterations - 1 }, PASSWORD)).rejects.toThrow('do not open')
  await expect(openKeys({ ...sealed, iterations: 1 }, PASSWORD)).rejects.toThrow('not known here')
  await expect(openKeys({ ...sealed, iterations: 1e12 }, PASSWORD)).rejects.toThrow('not known here')
  await expect(openKeys({ ...sealed, cipher: 'none' as 'AES-256-GCM' }, PASSWORD)).rejects.toThrow('not known here')
  await expect(sealKeys([], 'seven77')).rejects.toThrow('8 characters')
})

test('taken names get a number, are skipped, or are only reported; existing keys stay unchanged', async () => {
  const keys = await allKeys(await store(1, ['blog', 2], ['same', 3]))
  const to = await store(9, ['blog', 4], ['another name', 3])
  const names = async (): Promise<string[]> => (await to.list()).map(({ name }) => name)
  const [self, taken, here] = [
    { name: 'self', is: 'restored', as: 'self of a backup' },
    { name: 'blog', is: 'taken' },
    { name: 'same', is: 'here', as: 'another name' }
  ]

  expect(await restoreKeys(to, keys, { whenTaken: 'look' })).toEqual([self, taken, here])
  expect(await names()).toEqual(['self', 'another name', 'blog'])
  expect(await restoreKeys(to, keys, { whenTaken: 'skip' })).toEqual([self, taken, here])
  expect(await names()).toEqual(['self', 'another name', 'blog', 'self of a backup'])
  expect(await restoreKeys(to, keys, { whenTaken: 'rename' })).toEqual([{ ...self, is: 'here' }, {
    name: 'blog',
    is: 'restored',
    as: 'blog (2)'
  }, here])
  expect((await restoreKeys(to, keys, { whenTaken: 'rename' })).map(({ is }) => is)).toEqual(['here', 'here', 'here'])
})
