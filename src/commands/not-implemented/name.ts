import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { notImplemented } from './not-implemented.ts'
import { ipnsBase } from '../shared/ipns-base.ts'

const allowOffline = option.bool('allow-offline', 'Keep the record here when the node is offline.')
const allowDelegated = option.bool('allow-delegated', 'Publish through HTTP publishers alone, without the DHT.')
const name = argument.string('name', 'The name.')
const record = argument.file('record', 'The signed record.', { stdin: true })

const publish = notImplemented('name/publish', {
  help: { tagline: 'Let a name point to a path.' },
  args: { path: argument.string('ipfs-path', 'The path.', { stdin: true }) },
  options: {
    key: option.string('key,k', 'Name or ID of the key to sign with.', { default: 'self' }),
    resolve: option.bool('resolve', 'Check first that there is something at the path.', { default: true }),
    lifetime: option.string('lifetime,t', 'How long the record holds.', { default: '48h0m0s' }),
    ttl: option.string('ttl', 'How long others may use it without asking again.', { default: '5m0s' }),
    quieter: option.bool('quieter,Q', 'Print the name alone.'),
    v1compat: option.bool('v1compat', 'Sign it in the old way too.', { default: true }),
    allowOffline,
    allowDelegated,
    sequence: option.uint64('sequence', 'Number of the record; the next one when left out.'),
    ipnsBase
  }
})

const resolve = notImplemented('name/resolve', {
  help: { tagline: 'Find out where a name points to.' },
  args: { name: argument.string('name', 'The name; that of the node when left out.', { required: false }) },
  options: {
    recursive: option.bool('recursive,r', 'Go on until it is no name.', { default: true }),
    nocache: option.bool('nocache,n', 'Ask again even if the answer is known.'),
    recordCount: option.uint('dht-record-count,dhtrc', 'How many records to ask the DHT for.', { default: 16 }),
    dhtTimeout: option.string('dht-timeout,dhtt', 'How long to ask the DHT; 0 for as long as it takes.', { default: '1m0s' }),
    stream: option.bool('stream,s', 'Answer each record as it comes.')
  }
})

const pubsub = group('Follow names over pubsub.', {
  cancel: notImplemented('name/pubsub/cancel', { help: { tagline: 'Stop following a name.' }, status: 'experimental', args: { name } }),
  state: notImplemented('name/pubsub/state', { help: { tagline: 'Show whether names are followed over pubsub.' }, status: 'experimental' }),
  subs: notImplemented('name/pubsub/subs', { help: { tagline: 'List the names that are followed.' }, status: 'experimental', options: { ipnsBase } })
}, { status: 'experimental' })

export const nameCommands = group('Publish and resolve names (IPNS).', {
  get: notImplemented('name/get', { help: { tagline: 'Get the signed record of a name.' }, status: 'experimental', args: { name } }),
  inspect: notImplemented('name/inspect', {
    help: { tagline: 'Show what a record says, and check it.' },
    status: 'experimental',
    args: { record },
    options: { verify: option.string('verify', 'Name that it must be signed for.'), dump: option.bool('dump', 'With its bytes in hexadecimal.', { default: true }) }
  }),
  publish,
  pubsub,
  put: notImplemented('name/put', {
    help: { tagline: 'Publish a record that was signed elsewhere.' },
    status: 'experimental',
    args: { name, record },
    options: { force: option.bool('force,f', 'Without checking it.'), allowOffline, allowDelegated, quiet: option.bool('quiet,q', 'Print nothing.') }
  }),
  resolve
})
