import { argument } from '../../rpc/argument.ts'
import { option } from '../../rpc/option.ts'
import { later } from './later.ts'

const peers = argument.string('peer', 'Multiaddr of a peer, with its ID at the end.', { required: false, variadic: true, stdin: true })

export const bootstrap = later('bootstrap', { help: { tagline: 'List the peers that the node starts with.' } }, {
  add: later('bootstrap/add', { help: { tagline: 'Add peers to those that the node starts with.' }, args: { peers } }),
  list: later('bootstrap/list', {
    help: { tagline: 'List the peers that the node starts with.' },
    options: { expandAuto: option.bool('expand-auto', 'Show what `auto` stands for in place of it.') }
  }),
  rm: later('bootstrap/rm', {
    help: { tagline: 'Take peers from those that the node starts with.' },
    args: { peers },
    options: { all: option.bool('all', 'Take all; the command bootstrap/rm/all does it now.', { deprecated: true }) }
  }, {
    all: later('bootstrap/rm/all', { help: { tagline: 'Take all peers from those that the node starts with.' } })
  })
})
