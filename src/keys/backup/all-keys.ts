import { privateKeyToProtobuf } from '@libp2p/crypto/keys'
import type { KeyStore } from '../store/key-store.ts'
import type { PrivateNamedKey } from './sealed-keys.ts'

/** Returns all keys of a node with their private parts, its own first. Only for backups: never display them. */
export async function allKeys (keys: Pick<KeyStore, 'list' | 'privateKey'>): Promise<PrivateNamedKey[]> {
  const all: PrivateNamedKey[] = []

  for (const { name } of await keys.list()) {
    all.push({ name, key: privateKeyToProtobuf(await keys.privateKey(name)) })
  }

  return all
}
