import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { notImplemented } from './not-implemented.ts'

const service = option.string('service', 'Name of the service.')
const name = option.string('name', 'Those with this name.')
const cids = option.array('cid', 'Those of these CIDs.')
const status = option.array('status', 'Those in these states: queued, pinning, pinned, failed.', { default: ['pinned'] })

const services = group('Choose pinning services.', {
  add: notImplemented('pin/remote/service/add', {
    help: { tagline: 'Add a service.' },
    args: {
      service: argument.string('service', 'A name for it.'),
      endpoint: argument.string('endpoint', 'Its URL.'),
      key: argument.string('key', 'The secret for it.')
    }
  }),
  ls: notImplemented('pin/remote/service/ls', { help: { tagline: 'List the services.' }, options: { stat: option.bool('stat', 'With the number of pins of each.', { default: false }) } }),
  rm: notImplemented('pin/remote/service/rm', { help: { tagline: 'Take a service away.' }, args: { service: argument.string('service', 'Its name.') } })
})

/** Below `pin`. */
export const pinRemote = group('Keep content at a pinning service.', {
  add: notImplemented('pin/remote/add', {
    help: { tagline: 'Have a service keep something.' },
    args: { path: argument.string('ipfs-path', 'What to keep.') },
    options: { service, name: option.string('name', 'A name for the pin.'), background: option.bool('background', 'Do not wait until it is kept.', { default: false }) }
  }),
  ls: notImplemented('pin/remote/ls', { help: { tagline: 'List what a service keeps.' }, options: { service, name, cids, status } }),
  rm: notImplemented('pin/remote/rm', {
    help: { tagline: 'Have a service keep something no longer.' },
    options: { service, name, cids, status, force: option.bool('force', 'Even if it is more than one pin.', { default: false }) }
  }),
  service: services
})
