import { argument } from '../../rpc/argument.ts'
import { notImplemented } from './not-implemented.ts'

/** Of the command line alone, and 404 over HTTP. */
export const update = notImplemented('update', {
  help: { tagline: 'Fetch and install another version.' },
  noRemote: true,
  args: { args: argument.string('args', 'For the program that does it.', { required: false, variadic: true }) }
})
