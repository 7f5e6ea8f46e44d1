import { argument } from '../../rpc/command/argument.ts'
import { command, group } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'

/** Only available on Kubo's command line, which opens the datastore of a stopped node; 404 over HTTP. */
export const diagDatastore = group('Inspect the datastore. Not available over HTTP.', {
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
