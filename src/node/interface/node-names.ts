import type { KeyStore } from '../../keys/store/key-store.ts'
import type { Names } from '../../names/names.ts'
import type { Identity } from '../identity/identity.ts'

/** Identity, keys and names of a node. */
export interface NodeNames {
  readonly identity: Identity
  /** signing keys of names */
  readonly keys: KeyStore
  /** names of keys and domains, and their targets */
  readonly names: Names
}
