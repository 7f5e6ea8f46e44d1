import { argument } from '../../rpc/argument.ts'
import { command, group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'

/** Known to Kubo's command line alone, which opens the datastore of a node that is not running; 404 over HTTP. */
export const diagDatastore = group('Look into the datastore itself; not over HTTP.', {
  count: command({
    help: { tagline: 'Count the entries below a prefix; not over HTTP.' },
    status: 'experimental',
    noRemote: true,
    args: { prefix: argument.string('prefix', 'Start of the keys.') }
  }),
  get: command({
    help: { tagline: 'Read one entry; not over HTTP.' },
    status: 'experimental',
    noRemote: true,
    args: { key: argument.string('key', 'Key of the entry.') },
    options: { hex: option.bool('hex', 'Write it in hexadecimal.') }
  })
}, { status: 'experimental' })
