import { Key } from 'interface-datastore'

/** The row with the denylists of a node. Their rules and texts are rows of their own. */
export const DENYLISTS_KEY = new Key('/denylists/index')
