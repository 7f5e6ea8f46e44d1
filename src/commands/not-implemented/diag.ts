import { argument } from '../../rpc/argument.ts'
import { group } from '../../rpc/command.ts'
import { diagDatastore } from '../diag/datastore.ts'
import { diagProfile } from '../diag/profile.ts'
import { diagSys } from '../diag/sys.ts'
import { notImplemented } from './not-implemented.ts'
import { verbose } from '../shared/verbose.ts'

export const diag = group('Find out what the node is doing.', {
  cmds: notImplemented('diag/cmds', { help: { tagline: 'List the requests that run, and those that ran lately.' }, options: { verbose } }, {
    clear: notImplemented('diag/cmds/clear', { help: { tagline: 'Forget the requests that are over.' } }),
    'set-time': notImplemented('diag/cmds/set-time', {
      help: { tagline: 'Set how long requests that are over are remembered.' },
      args: { time: argument.string('time', 'A duration, such as 1h.') }
    })
  }),
  datastore: diagDatastore,
  profile: diagProfile,
  sys: diagSys
})
