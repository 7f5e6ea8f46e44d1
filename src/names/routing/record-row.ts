import { Key } from 'interface-datastore'

/**
 * A row `taken` lies beside a known record that strangers have brought, and its owner never put here (`TakenRecords`).
 */
export type RecordRowKind = 'published' | 'known' | 'taken' | 'public-key'

/** Where the datastore has the record of a name, and what belongs to it. @param name - by `ipnsNameText` */
export function recordRow (kind: RecordRowKind, name: string): Key {
  return new Key(`/ipns/${kind}/${name}`)
}
