import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { notImplemented } from './not-implemented.ts'

/** What Kubo collects when nothing is chosen. */
const COLLECTORS = ['goroutines-stack', 'goroutines-pprof', 'version', 'heap', 'allocs', 'bin', 'cpu', 'mutex', 'block', 'trace']

export const diagDatastore = group('Look into the datastore itself.', {
  count: notImplemented('diag/datastore/count', {
    help: { tagline: 'Count the entries below a prefix.' },
    status: 'experimental',
    noRemote: true,
    args: { prefix: argument.string('prefix', 'Start of the keys.') }
  }),
  get: notImplemented('diag/datastore/get', {
    help: { tagline: 'Read one entry.' },
    status: 'experimental',
    noRemote: true,
    args: { key: argument.string('key', 'Key of the entry.') },
    options: { hex: option.bool('hex', 'Write it in hexadecimal.') }
  })
}, { status: 'experimental' })

export const diagProfile = notImplemented('diag/profile', {
  help: { tagline: 'Collect what helps to find out why the node is slow.' },
  options: {
    output: option.string('output,o', 'Name of the archive.'),
    collectors: option.array('collectors', 'What to collect.', { default: COLLECTORS }),
    profileTime: option.string('profile-time', 'How long to watch; 0 leaves out what needs time.', { default: '30s' }),
    mutexProfileFraction: option.int('mutex-profile-fraction', 'One of so many waits for a lock is recorded.', { default: 4 }),
    blockProfileRate: option.string('block-profile-rate', 'Time between two looks at what waits.', { default: '1ms' })
  }
})

export const diagSys = notImplemented('diag/sys', { help: { tagline: 'Show what the node knows of the machine that it runs on.' } })
