import { privateKeyFromProtobuf, privateKeyToProtobuf } from '@libp2p/crypto/keys'
import type { PrivateKey, PublicKey } from '@libp2p/interface'
import type { Datastore, Key } from 'interface-datastore'
import { equals } from 'multiformats/bytes'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { KeyedMutex } from '../../async/locks/keyed-mutex.ts'
import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import { defineError } from '../../errors/define-error.ts'
import { compareStrings } from '../../go/text/compare-strings.ts'
import { goQuote } from '../../go/text/quote.ts'
import { embeddedPublicKey } from '../formats/embedded-public-key.ts'
import { readPrivateKey } from '../formats/read-private-key.ts'
import type { ReadPrivateKeyOptions } from '../formats/read-private-key.ts'
import { writePrivateKey } from '../formats/write-private-key.ts'
import { generateKey } from './generate-key.ts'
import { keyNameOf, keyRow, KEYS_PREFIX } from './key-row.ts'
import { refuseSelf, SELF } from './refuse-self.ts'

/** Thrown if there is no key with a name. The default message is boxo's (`keystore.ErrNoSuchKey`). */
export class NoSuchKeyError extends defineError('NoSuchKeyError') {
  constructor (message = 'no key by the given name was found') {
    super(message)
  }
}

/** The public part of a key. */
export interface NamedKey {
  /** Empty for a key that is only known by its ID. */
  name: string
  /** The peer ID, which is also the IPNS name of records signed with the key. */
  id: MultihashDigest
}

const ALL = 'all'

/**
 * Stores the keys that sign IPNS names, as datastore rows (Kubo `core/coreapi/key.go`, boxo `keystore`). A change is
 * one batch, durable when it resolves. A crash during a rename leaves the key under exactly one of both names.
 *
 * Results contain names and IDs. Private keys are only returned by `exportKey`, and by `privateKey`, `privateKeyOf` and
 * `privateKeys`, which are for signing inside of the node.
 */
export class KeyStore {
  readonly #data: Datastore
  readonly #readSelf: () => PrivateKey
  readonly #changes = new KeyedMutex()

  /**
   * Creates the store.
   *
   * @param readSelf - returns the key of the node's identity; called when the key is needed
   */
  constructor (data: Datastore, readSelf: () => PrivateKey) {
    this.#data = data
    this.#readSelf = readSelf
  }

  get #self (): PrivateKey {
    return this.#readSelf()
  }

  /** The node's own key. */
  get self (): NamedKey {
    return namedKey(SELF, this.#self)
  }

  /** Returns all keys: the node's own, then the others by name. Skips damaged rows. */
  async list (): Promise<NamedKey[]> {
    const keys: NamedKey[] = []

    for await (const { key, value } of this.#data.query({ prefix: KEYS_PREFIX })) {
      try {
        keys.push(namedKey(keyNameOf(key), privateKeyFromProtobuf(value)))
      } catch {} // as Kubo does
    }

    return [this.self, ...keys.sort((a, b) => compareStrings(a.name, b.name))]
  }

  /**
   * Generates a key.
   *
   * @throws an Error if the name is taken or invalid, and errors of `generateKey`
   */
  async generate (name: string, { type, size }: { type: string; size?: number }): Promise<NamedKey> {
    refuseSelf(name, 'create')
    return await this.#add(name, async () => await generateKey(type, size))
  }

  /**
   * Imports a key.
   *
   * @throws an Error if the name is taken or invalid, and errors of `readPrivateKey`
   */
  async importKey (name: string, bytes: Uint8Array, options: ReadPrivateKeyOptions): Promise<NamedKey> {
    refuseSelf(name, 'import')
    const key = await readPrivateKey(bytes, options)
    return await this.#add(name, async () => key)
  }

  /**
   * Exports a private key as a file that Kubo can read.
   *
   * @param format - one of `KEY_FORMATS`
   * @throws NoSuchKeyError
   * @throws an Error for the node's own key, or another format
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
   * Renames a key. With `force`, replaces another key with the new name.
   *
   * @returns the key, and whether another one was replaced
   */
  async rename (
    name: string,
    newName: string,
    { force }: { force: boolean }
  ): Promise<{ key: NamedKey; overwrite: boolean }> {
    refuseSelf(name, 'rename')
    refuseSelf(newName, 'overwrite')

    return await this.#changes.run(ALL, async () => {
      const key = await this.#existing(name)

      if (name === newName) {
        return { key: namedKey(name, key), overwrite: false }
      }

      const taken = await this.#data.has(keyRow(newName))

      if (taken && !force) {
        throw new Error('key by that name already exists, refusing to overwrite')
      }

      const batch = this.#data.batch()
      batch.put(keyRow(newName), privateKeyToProtobuf(key))
      batch.delete(keyRow(name))
      await batch.commit()
      return { key: namedKey(newName, key), overwrite: taken }
    })
  }

  /** Removes keys: all of them, or none if one of them cannot be removed (Kubo stops in between). */
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
        removed.push(namedKey(name, key))
      }

      await batch.commit()
      return removed
    })
  }

  /**
   * Returns the private key for signing.
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
   * Returns the private key with this name or ID (Kubo `keylookup`).
   *
   * @throws NoSuchKeyError
   * @throws an Error if the name is invalid
   */
  async privateKeyOf (nameOrId: string): Promise<PrivateKey> {
    keyRow(nameOrId)
    const key = nameOrId === SELF ? this.#self : await this.#find(nameOrId)
    return key ?? await this.#byId(nameOrId)
  }

  /** Returns all private keys, the node's own first, for renewing signatures. */
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
   * Returns the public key for verifying a signature: of a stored key, or of a name that contains its key (Kubo
   * `Verify`).
   *
   * @param nameOrId - empty for the node's own
   */
  async publicKeyOf (nameOrId: string): Promise<{ key: NamedKey; publicKey: PublicKey }> {
    const own = nameOrId === '' || nameOrId === SELF ? this.#self : await this.#find(nameOrId)

    if (own != null) {
      return { key: namedKey(nameOrId === '' ? SELF : nameOrId, own), publicKey: own.publicKey }
    }

    const id = peerId(nameOrId.replace(/^\/ipns\//, ''))

    if (id == null) {
      throw new NoSuchKeyError(`'${goQuote(nameOrId)}' is not a known key, an IPNS Name, or a valid PeerID`)
    }

    return { key: { name: '', id }, publicKey: embeddedPublicKey(id) }
  }

  async #byId (text: string): Promise<PrivateKey> {
    const id = peerId(text)
    const key = id == null
      ? undefined
      : (await this.privateKeys()).find((key) => equals(key.publicKey.toMultihash().bytes, id.bytes))

    if (key == null) {
      throw new NoSuchKeyError(id == null ? undefined : 'no key by the given name or PeerID was found')
    }

    return key
  }

  async #add (name: string, make: () => Promise<PrivateKey>): Promise<NamedKey> {
    await this.#refuseTaken(name)
    const key = await make() // generating a long RSA key takes a while, and other changes may run meanwhile
    const row = keyRow(name) // as in Kubo: an invalid type is reported before an invalid name

    return await this.#changes.run(ALL, async () => {
      await this.#refuseTaken(name)
      const batch = this.#data.batch() // unlike a put, a batch is durable when it resolves
      batch.put(row, privateKeyToProtobuf(key))
      await batch.commit()
      return namedKey(name, key)
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

/** Returns the datastore key of a name; undefined if the name is invalid. */
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

function namedKey (name: string, key: PrivateKey): NamedKey {
  return { name, id: key.publicKey.toMultihash() }
}

function peerId (text: string): MultihashDigest | undefined {
  try {
    return parsePeerId(text)
  } catch {
    return undefined
  }
}
