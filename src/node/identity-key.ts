import { Key } from 'interface-datastore'

/** Where a repo keeps who it is: its first row. */
export const IDENTITY_KEY = new Key('/local/identity')
