import { group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { notImplemented } from './not-implemented.ts'

/** Of `provide/stat` and its old names below `stats`. */
export const provideStatOptions = {
  lan: option.bool('lan', 'Of the DHT of the local network.'),
  all: option.bool('all,a', 'Everything.'),
  compact: option.bool('compact', 'In two columns; with everything alone.'),
  connectivity: option.bool('connectivity', 'Whether the DHT is reached.'),
  network: option.bool('network', 'What is known of the network.'),
  schedule: option.bool('schedule', 'What comes next.'),
  timings: option.bool('timings', 'Times.'),
  workers: option.bool('workers', 'Who works.'),
  operations: option.bool('operations', 'What was done and what failed.'),
  queues: option.bool('queues', 'What waits.')
}

export const provide = group('Look at how the node announces what it has.', {
  clear: notImplemented('provide/clear', { help: { tagline: 'Forget what waits to be announced.' }, status: 'experimental', options: { quiet: option.bool('quiet,q', 'Print nothing.') } }),
  stat: notImplemented('provide/stat', { help: { tagline: 'Show how announcing goes.' }, status: 'experimental', options: provideStatOptions })
}, { status: 'experimental' })
