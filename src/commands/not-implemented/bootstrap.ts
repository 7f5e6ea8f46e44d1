import { argument } from '../../rpc/argument.ts'
import { option } from '../../rpc/option.ts'
import { notImplemented } from './not-implemented.ts'

const peers = argument.string('peer', 'Multiaddr of a peer, with its ID at the end.', { required: false, variadic: true, stdin: true })

export const bootstrap = notImplemented('bootstrap', { help: { tagline: 'List the peers that the node starts with.' } }, {
  add: notImplemented('bootstrap/add', { help: { tagline: 'Add peers to those that the node starts with.' }, args: { peers } }),
  list: notImplemented('bootstrap/list', {
    help: { tagline: 'List the peers that the node starts with.' },
    options: { expandAuto: option.bool('expand-auto', 'Show what `auto` stands for in place of it.') }
  }),
  rm: notImplemented('bootstrap/rm', {
    help: { tagline: 'Take peers from those that the node starts with.' },
    args: { peers },
    options: { all: option.bool('all', 'Take all; the command bootstrap/rm/all does it now.', { deprecated: true }) }
  }, {
    all: notImplemented('bootstrap/rm/all', { help: { tagline: 'Take all peers from those that the node starts with.' } })
  })
})
