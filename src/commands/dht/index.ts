import { group } from '../../rpc/command/command.ts'
import { removed } from '../shared/removed.ts'
import { dhtQuery } from './query.ts'

const INSTEAD = "'ipfs routing'"

export const dht = group('Query the distributed hash table.', {
  findpeer: removed(INSTEAD),
  findprovs: removed(INSTEAD),
  get: removed(INSTEAD),
  provide: removed(INSTEAD),
  put: removed(INSTEAD),
  query: dhtQuery
}, { status: 'deprecated' })
