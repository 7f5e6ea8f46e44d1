import { argument } from '../../rpc/command/argument.ts'
import { command, group } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'

/** Only available on Kubo's command line, which opens the datastore of a stopped node; 404 over HTTP. */
export const diagDatastore = group('Inspect the datastore. Not available over HTTP.', {
  count: command({
    help: { tagline: 'Count the entries below a prefix. Not available over HTTP.' },
    status: 'experimental',
    noRemote: true,
    args: { prefix: argument.string('prefix', 'Prefix of the keys.') }
  }),
  get: command({
    help: { tagline: 'Read one entry. Not available over HTTP.' },
    status: 'experimental',
    noRemote: true,
    args: { key: argument.string('key', 'Key of the entry.') },
    options: { hex: option.bool('hex', 'Print the value in hexadecimal.') }
  })
}, { status: 'experimental' })
