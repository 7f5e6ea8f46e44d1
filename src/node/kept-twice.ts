import { DatastorePinStore } from '../pins/datastore-pin-store.ts'
import type { KeptTwice } from '../store/origin-storage.ts'
import { countPins } from './count-pins.ts'
import { IDENTITY_KEY } from './identity-key.ts'
import { encodeRepairs, REPAIRS_KEY } from './repairs.ts'

/**
 * What makes a node the one that it is, in few rows: `/local/` holds identity, configuration and the root of the files, `/ipns/` what was
 * published here and what such names, and those that somebody put, lead to; the others say themselves; `committed` are the write
 * sessions whose pins are among them. Not among them is what can be found again: saved walks, counters, journals.
 */
const PREFIXES = ['/local/', '/keys/', '/ipns/', '/pinned/recursive/', '/pinned/direct/', '/pins/', '/block-store/spec', '/block-store/committed/']

/** The rows of a node that are kept a second time. */
export const KEPT_TWICE: KeptTwice = {
  prefixes: PREFIXES,
  derived: ['/pinned/walk/'],
  witness: IDENTITY_KEY,
  note: async (rows) => [{ key: REPAIRS_KEY.toString(), value: encodeRepairs([{ at: new Date().toISOString(), what: 'data-restored', pins: await countPins(new DatastorePinStore(rows)) }]) }]
}
