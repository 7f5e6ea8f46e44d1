import { group } from '../../rpc/command/command.ts'
import { p2pClose } from './close.ts'
import { p2pForward } from './forward.ts'
import { p2pListen } from './listen.ts'
import { p2pLs } from './ls.ts'
import { p2pStreamClose } from './stream-close.ts'
import { p2pStreamLs } from './stream-ls.ts'

const stream = group('Manage forwarded streams.', { close: p2pStreamClose, ls: p2pStreamLs }, {
  status: 'experimental'
})

export const p2p = group('Forward TCP connections over libp2p streams.', {
  close: p2pClose,
  forward: p2pForward,
  listen: p2pListen,
  ls: p2pLs,
  stream
}, { status: 'experimental' })
