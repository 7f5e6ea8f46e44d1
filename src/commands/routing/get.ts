import { base64pad } from 'multiformats/bases/base64'
import { decodeUtf8 } from '../../go/text/utf8.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { emittedResult } from '../../rpc/command/result.ts'
import { routingValue } from '../shared/routing-value.ts'
import { QUERY_EVENT, valueShape } from './query-event.ts'
import type { QueryEvent } from './query-event.ts'

export const routingGet = command({
  help: {
    tagline: 'Get the best value of a routing key.',
    description:
      'For an IPNS name, returns its signed record as base64 in `Extra`. On a node that was started offline, use ' +
      'offline=true to read the local record.'
  },
  differs: [
    'With offline=true an offline node answers from its datastore (Kubo: an error).'
  ],
  errors: [
    { ask: 'arg=/ipns/$NAME', says: "this action must be run in online mode, try running 'ipfs daemon' first" }
  ],
  status: 'experimental',
  args: { keys: argument.string('key', 'The key, /ipns/NAME or /pk/ID; only the first is used.', { variadic: true }) },
  output: valueShape,

  async run ({ keys: [key] }, context) {
    const event: QueryEvent = {
      ID: '',
      Type: QUERY_EVENT.value,
      Responses: null,
      Extra: base64pad.baseEncode(await routingValue(key, context))
    }
    return emittedResult(event)
  },

  // Prints the raw bytes.
  text: ({ Extra }) => decodeUtf8(base64pad.baseDecode(Extra))
})
