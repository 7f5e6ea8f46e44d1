import { Key } from 'interface-datastore'

/** Key of the row with the identity: the first row of a repo. */
export const IDENTITY_KEY = new Key('/local/identity')
