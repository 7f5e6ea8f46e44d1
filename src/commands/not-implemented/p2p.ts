import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { notImplemented } from './not-implemented.ts'

const all = option.bool('all,a', 'All of them.')
const headers = option.bool('headers,v', 'With a line of headings.')
const protocol = argument.string('protocol', 'Name of the protocol, below /x/.')
const target = argument.string('target-address', 'Where connections go.')
const customProtocol = option.bool('allow-custom-protocol', 'The name need not be below /x/.')
const foreground = option.bool('foreground,f', 'Stop when the request ends.')

const stream = group('Look at streams to other nodes.', {
  close: notImplemented('p2p/stream/close', {
    help: { tagline: 'Close a stream.' },
    status: 'experimental',
    args: { id: argument.string('id', 'Number of the stream.', { required: false }) },
    options: { all }
  }),
  ls: notImplemented('p2p/stream/ls', { help: { tagline: 'List the streams.' }, status: 'experimental', options: { headers } })
}, { status: 'experimental' })

export const p2p = group('Carry other protocols between nodes.', {
  close: notImplemented('p2p/close', {
    help: { tagline: 'Stop carrying protocols.' },
    status: 'experimental',
    options: {
      all,
      protocol: option.string('protocol,p', 'Those with this name.'),
      listenAddress: option.string('listen-address,l', 'Those that listen here.'),
      targetAddress: option.string('target-address,t', 'Those that go there.')
    }
  }),
  forward: notImplemented('p2p/forward', {
    help: { tagline: 'Send what comes here to a service of another node.' },
    status: 'experimental',
    args: { protocol, listen: argument.string('listen-address', 'Where to listen.'), target },
    options: { customProtocol, foreground }
  }),
  listen: notImplemented('p2p/listen', {
    help: { tagline: 'Offer a service to other nodes.' },
    status: 'experimental',
    args: { protocol, target },
    options: { customProtocol, reportPeer: option.bool('report-peer-id,r', 'Tell the service which peer has come.'), foreground }
  }),
  ls: notImplemented('p2p/ls', { help: { tagline: 'List what is carried.' }, status: 'experimental', options: { headers } }),
  stream
}, { status: 'experimental' })
