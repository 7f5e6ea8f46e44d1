import { privateKeyFromProtobuf, privateKeyToProtobuf } from '@libp2p/crypto/keys'
import type { PrivateKey, PublicKey } from '@libp2p/interface'
import type { Datastore, Key } from 'interface-datastore'
import { equals } from 'multiformats/bytes'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { KeyedMutex } from '../async/keyed-mutex.ts'
import { parsePeerId } from '../cid/peer-id/parse-peer-id.ts'
import { compareStrings } from '../go/compare-strings.ts'
import { goQuote } from '../go/quote.ts'
import { embeddedPublicKey } from './embedded-public-key.ts'
import { generateKey } from './generate-key.ts'
import { keyNameOf, keyRow, KEYS_PREFIX } from './key-row.ts'
import type { NamedKey } from './named-key.ts'
import { NoSuchKeyError } from './no-such-key-error.ts'
import { readPrivateKey } from './read-private-key.ts'
import type { ReadPrivateKeyOptions } from './read-private-key.ts'
import { refuseSelf, SELF } from './refuse-self.ts'
import { writePrivateKey } from './write-private-key.ts'


const ALL = 'all'

/**
 * The keys that names are signed with, as rows of the datastore (Kubo `core/coreapi/key.go`, boxo `keystore`). A change is one
 * batch, durable when it resolves: a worker that is killed in a rename leaves the key under one of the names, never under both or none.
 *
 * What it answers shows names and IDs. Private keys leave by `exportKey` alone; `privateKey` is for signing inside of the node.
 */
export class KeyStore {
  readonly #data: Datastore
  readonly #self: PrivateKey
  readonly #changes = new KeyedMutex()

  /** @param self - the key of the node's identity */
  constructor (data: Datastore, self: PrivateKey) {
    this.#data = data
    this.#self = self
  }

  /** The node's own key. */
  get self (): NamedKey {
    return named(SELF, this.#self)
  }

  /** All keys: the node's own, then the others by name. A row that is damaged is left out. */
  async list (): Promise<NamedKey[]> {
    const keys: NamedKey[] = []

    for await (const { key, value } of this.#data.query({ prefix: KEYS_PREFIX })) {
      try {
        keys.push(named(keyNameOf(key), privateKeyFromProtobuf(value)))
      } catch {} // as Kubo
    }

    return [this.self, ...keys.sort((a, b) => compareStrings(a.name, b.name))]
  }

  /**
   * Makes a key.
   *
   * @throws an Error for a name that is taken or cannot be, or what `generateKey` throws
   */
  async generate (name: string, { type, size }: { type: string, size?: number }): Promise<NamedKey> {
    refuseSelf(name, 'create')
    return await this.#add(name, async () => await generateKey(type, size))
  }

  /**
   * Takes in a key that was made elsewhere.
   *
   * @throws an Error for a name that is taken or cannot be, or what `readPrivateKey` throws
   */
  async importKey (name: string, bytes: Uint8Array, options: ReadPrivateKeyOptions): Promise<NamedKey> {
    refuseSelf(name, 'import')
    const key = await readPrivateKey(bytes, options)
    return await this.#add(name, async () => key)
  }

  /**
   * The private key as a file that Kubo reads.
   *
   * @param format - one of `KEY_FORMATS`
   * @throws an Error for a name that is none, the node's own key, or another format
   */
  async exportKey (name: string, format: string): Promise<Uint8Array> {
    refuseSelf(name, 'export')
    const key = await this.#find(name)

    if (key == null) {
      throw new NoSuchKeyError(`key with name '${name}' doesn't exist`)
    }

    return writePrivateKey(key, format)
  }

  /**
   * Gives a key another name. With `force` one that has that name already is replaced.
   *
   * @returns the key, and whether another was replaced
   */
  async rename (name: string, newName: string, { force }: { force: boolean }): Promise<{ key: NamedKey, overwrite: boolean }> {
    refuseSelf(name, 'rename')
    refuseSelf(newName, 'overwrite')

    return await this.#changes.run(ALL, async () => {
      const key = await this.#existing(name)

      if (name === newName) {
        return { key: named(name, key), overwrite: false }
      }

      const taken = await this.#data.has(keyRow(newName))

      if (taken && !force) {
        throw new Error('key by that name already exists, refusing to overwrite')
      }

      const batch = this.#data.batch()
      batch.put(keyRow(newName), privateKeyToProtobuf(key))
      batch.delete(keyRow(name))
      await batch.commit()
      return { key: named(newName, key), overwrite: taken }
    })
  }

  /** Throws keys away: all of them, or none where one cannot go (Kubo stops in the middle). */
  async remove (names: readonly string[]): Promise<NamedKey[]> {
    return await this.#changes.run(ALL, async () => {
      const removed: NamedKey[] = []
      const batch = this.#data.batch()

      for (const [i, name] of names.entries()) {
        refuseSelf(name, 'remove')

        if (names.indexOf(name) < i) {
          throw noKeyNamed(name)
        }

        const key = await this.#existing(name)
        batch.delete(keyRow(name))
        removed.push(named(name, key))
      }

      await batch.commit()
      return removed
    })
  }

  /**
   * The private key to sign with.
   *
   * @param name - empty for the node's own
   * @throws NoSuchKeyError
   */
  async privateKey (name: string): Promise<PrivateKey> {
    const key = name === '' || name === SELF ? this.#self : await this.#find(name)

    if (key == null) {
      throw new NoSuchKeyError()
    }

    return key
  }

  /**
   * The private key by its name or its ID (Kubo `keylookup`).
   *
   * @throws NoSuchKeyError, or an Error for a name that no key can have
   */
  async privateKeyOf (nameOrId: string): Promise<PrivateKey> {
    keyRow(nameOrId)
    const key = nameOrId === SELF ? this.#self : await this.#find(nameOrId)
    return key ?? await this.#byId(nameOrId)
  }

  /** All keys with their private parts, the node's own first: for what has to be signed again. */
  async privateKeys (): Promise<PrivateKey[]> {
    const keys: PrivateKey[] = [this.#self]

    for (const { name } of (await this.list()).slice(1)) {
      const key = await this.#find(name)

      if (key != null) {
        keys.push(key)
      }
    }

    return keys
  }

  /**
   * The public key to check a signature with, of a key that is here or of any name that holds its own (Kubo `Verify`).
   *
   * @param nameOrId - empty for the node's own
   */
  async publicKeyOf (nameOrId: string): Promise<{ key: NamedKey, publicKey: PublicKey }> {
    const own = nameOrId === '' || nameOrId === SELF ? this.#self : await this.#find(nameOrId)

    if (own != null) {
      return { key: named(nameOrId === '' ? SELF : nameOrId, own), publicKey: own.publicKey }
    }

    const id = peerId(nameOrId.replace(/^\/ipns\//, ''))

    if (id == null) {
      throw new NoSuchKeyError(`'${goQuote(nameOrId)}' is not a known key, an IPNS Name, or a valid PeerID`)
    }

    return { key: { name: '', id }, publicKey: embeddedPublicKey(id) }
  }

  async #byId (text: string): Promise<PrivateKey> {
    const id = peerId(text)
    const key = id == null ? undefined : (await this.privateKeys()).find((key) => equals(key.publicKey.toMultihash().bytes, id.bytes))

    if (key == null) {
      throw new NoSuchKeyError(id == null ? undefined : 'no key by the given name or PeerID was found')
    }

    return key
  }

  async #add (name: string, make: () => Promise<PrivateKey>): Promise<NamedKey> {
    await this.#refuseTaken(name)
    const key = await make() // a long RSA key takes its time, in which others may change theirs
    const row = keyRow(name) // as in Kubo: that there is no such type is told before that there is no such name

    return await this.#changes.run(ALL, async () => {
      await this.#refuseTaken(name)
      const batch = this.#data.batch() // unlike a put it is durable when it is answered
      batch.put(row, privateKeyToProtobuf(key))
      await batch.commit()
      return named(name, key)
    })
  }

  async #refuseTaken (name: string): Promise<void> {
    const row = rowOf(name)

    if (row != null && await this.#data.has(row)) {
      throw new Error(`key with name '${name}' already exists`)
    }
  }

  async #existing (name: string): Promise<PrivateKey> {
    const key = await this.#find(name)

    if (key == null) {
      throw noKeyNamed(name)
    }

    return key
  }

  async #find (name: string): Promise<PrivateKey | undefined> {
    const row = rowOf(name)
    return row == null || !await this.#data.has(row) ? undefined : privateKeyFromProtobuf(await this.#data.get(row))
  }
}

/** Undefined for a name that no key can have. */
function rowOf (name: string): Key | undefined {
  try {
    return keyRow(name)
  } catch {
    return undefined
  }
}

function noKeyNamed (name: string): Error {
  return new NoSuchKeyError(`no key named ${name} was found`)
}

function named (name: string, key: PrivateKey): NamedKey {
  return { name, id: key.publicKey.toMultihash() }
}

function peerId (text: string): MultihashDigest | undefined {
  try {
    return parsePeerId(text)
  } catch {
    return undefined
  }
}
