import { privateKeyFromProtobuf } from '@libp2p/crypto/keys'
import { equals } from 'multiformats/bytes'
import type { KeyStore } from '../key-store.ts'
import { SELF } from '../refuse-self.ts'
import { KEY_FORMATS } from '../key-formats.ts'
import type { PrivateNamedKey } from './sealed-keys.ts'

/** What becomes of a key whose name another key has: `rename` gives it a number, `skip` leaves it out, `look` changes nothing at all. */
export type WhenTaken = 'rename' | 'skip' | 'look'

export interface RestoredKey {
  /** as in the backup */
  name: string
  /** `restored`, under `as`; `here`: it is a key of this node, under `as`; `taken`: its name is that of another key */
  is: 'restored' | 'here' | 'taken'
  as?: string
}

/**
 * Takes in the keys of a backup, one after the other: what is interrupted can be done again, since keys that are here are left alone.
 * The own key of the node that was backed up becomes a key beside that of this one, which stays who it is.
 */
export async function restoreKeys (store: Pick<KeyStore, 'list' | 'importKey'>, keys: readonly PrivateNamedKey[], { whenTaken }: { whenTaken: WhenTaken }): Promise<RestoredKey[]> {
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
    for (let n = 2; isTaken(as); n++) as = `${wanted} (${n})`

    if (whenTaken !== 'look') {
      await store.importKey(as, key, { format: KEY_FORMATS.protobuf, anyType: true })
    }

    here.push({ name: as, id })
    restored.push({ name, is: 'restored', as })
  }

  return restored
}
