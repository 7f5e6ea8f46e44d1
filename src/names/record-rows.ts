import { Key } from 'interface-datastore'

/** Where records of names lie in the datastore, by `ipnsNameText`. */

export function publishedRow (name: string): Key {
  return new Key(`/ipns/published/${name}`)
}

export function knownRow (name: string): Key {
  return new Key(`/ipns/known/${name}`)
}

/** There is one beside a known record that strangers have brought, and its owner never asked for (`TakenRecords`). */
export function takenRow (name: string): Key {
  return new Key(`/ipns/taken/${name}`)
}
