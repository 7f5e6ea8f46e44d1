import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { notImplemented } from './not-implemented.ts'
import { removed } from './removed.ts'
import { verbose } from '../shared/verbose.ts'

const INSTEAD = '\'ipfs routing\''

export const dht = group('Ask the distributed hash table.', {
  findpeer: removed(INSTEAD),
  findprovs: removed(INSTEAD),
  get: removed(INSTEAD),
  provide: removed(INSTEAD),
  put: removed(INSTEAD),
  query: notImplemented('dht/query', {
    help: { tagline: 'Find the peers whose IDs are nearest to an ID.' },
    status: 'deprecated',
    args: { peers: argument.string('peerID', 'ID to look near.', { variadic: true }) },
    options: { verbose }
  })
}, { status: 'deprecated' })
