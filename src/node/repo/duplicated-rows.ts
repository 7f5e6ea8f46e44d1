import { DatastorePinStore } from '../../pins/store/datastore-pin-store.ts'
import type { KeptTwice } from '../../store/open/origin-storage.ts'
import { IDENTITY_KEY } from '../identity/identity.ts'
import { encodeRepairs, REPAIRS_KEY } from '../interface/repairs.ts'
import { countPins } from './count-pins.ts'

/**
 * The few rows that define a node. They are stored twice:
 *
 * - `/local/`: identity, configuration and MFS root
 * - `/ipns/`: published records, their targets, and records that were put
 * - `committed`: write sessions with pins among these rows
 *
 * Rows that can be rebuilt are left out: saved walks, counters, journals.
 */
const PREFIXES = [
  '/local/',
  '/keys/',
  '/ipns/',
  '/pinned/recursive/',
  '/pinned/direct/',
  '/pins/',
  '/block-store/spec',
  '/block-store/committed/'
]

/** The rows of a node that are stored twice. */
export const DUPLICATED_ROWS: KeptTwice = {
  prefixes: PREFIXES,
  derived: ['/pinned/walk/'],
  witness: IDENTITY_KEY,
  note: async (
    rows
  ) => [{
    key: REPAIRS_KEY.toString(),
    value: encodeRepairs([{
      at: new Date().toISOString(),
      what: 'data-restored',
      pins: await countPins(new DatastorePinStore(rows))
    }])
  }]
}
