import { privateKeyFromProtobuf } from '@libp2p/crypto/keys'
import { equals } from 'multiformats/bytes'
import { KEY_FORMATS } from '../formats/write-private-key.ts'
import type { KeyStore } from '../store/key-store.ts'
import { SELF } from '../store/refuse-self.ts'
import type { PrivateNamedKey } from './sealed-keys.ts'

/**
 * The handling of a key if another key has its name: `rename` appends a number, `skip` leaves it out, `look` is a dry
 * run.
 */
export type WhenTaken = 'rename' | 'skip' | 'look'

export interface RestoredKey {
  /** The name in the backup. */
  name: string
  /**
   * The outcome: `restored` under the name `as`; `here` if the node has this key already, under `as`; `taken` if
   * another key has its name.
   */
  is: 'restored' | 'here' | 'taken'
  as?: string
}

/**
 * Imports the keys of a backup, one after the other. Idempotent: keys that exist already are skipped, so an interrupted
 * restore can be repeated. The own key of the backed up node becomes an additional key: this node keeps its identity.
 */
export async function restoreKeys (
  store: Pick<KeyStore, 'list' | 'importKey'>,
  keys: readonly PrivateNamedKey[],
  { whenTaken }: { whenTaken: WhenTaken }
): Promise<RestoredKey[]> {
  const here = (await store.list()).map(({ name, id }) => ({ name, id: id.bytes }))
  const restored: RestoredKey[] = []

  for (const { name, key } of keys) {
    const id = privateKeyFromProtobuf(key).publicKey.toMultihash().bytes
    const same = here.find((one) => equals(one.id, id))

    if (same != null) {
      restored.push({ name, is: 'here', as: same.name })
      continue
    }

    const wanted = name === SELF ? `${SELF} of a backup` : name
    const isTaken = (name: string): boolean => here.some((one) => one.name === name)

    if (isTaken(wanted) && whenTaken !== 'rename') {
      restored.push({ name, is: 'taken' })
      continue
    }

    let as = wanted
    for (let n = 2; isTaken(as); n++) {
      as = `${wanted} (${n})`
    }

    if (whenTaken !== 'look') {
      await store.importKey(as, key, { format: KEY_FORMATS.protobuf, anyType: true })
    }

    here.push({ name: as, id })
    restored.push({ name, is: 'restored', as })
  }

  return restored
}
