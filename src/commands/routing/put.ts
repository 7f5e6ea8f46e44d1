import { base58btc } from 'multiformats/bases/base58'
import { parseIpnsName } from '../../names/record/ipns-name.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { emittedResult } from '../../rpc/command/result.ts'
import { firstFile } from '../shared/entry-bytes.ts'
import { parseRoutingKey } from '../shared/routing-value.ts'
import { QUERY_EVENT, valueShape } from './query-event.ts'
import type { QueryEvent } from './query-event.ts'

export const routingPut = command({
  help: {
    tagline: 'Put a value to a routing key.',
    description:
      'The value of an IPNS name is its signed record. An invalid record is an error offline; online, rejections ' +
      'by peers are not reported, as in Kubo.'
  },
  errors: [
    { ask: 'arg=/x/y', body: 'x', says: 'failed to parse peer ID: invalid cid: selected encoding not supported' }
  ],
  status: 'experimental',
  args: {
    key: argument.string('key', 'The key, /ipns/NAME.'),
    value: argument.file('value-file', 'The value.', { stdin: true })
  },
  options: { allowOffline: option.bool('allow-offline', 'Store the value locally if the node is offline.') },
  output: valueShape,

  async run ({ key, value, allowOffline }, { node, wantsOffline, signal }) {
    const bytes = await firstFile(value, signal)
    const name = parseIpnsName(key)

    if (!node.online && allowOffline !== true) {
      throw new Error("can't put while offline: pass `--allow-offline` to override")
    }

    parseRoutingKey(key) // the key must begin with /ipns/
    await node.names.put(name, bytes, { offline: wantsOffline, signal })
    const event: QueryEvent = {
      ID: base58btc.baseEncode(name.bytes),
      Type: QUERY_EVENT.value,
      Responses: null,
      Extra: ''
    }
    return emittedResult(event)
  },

  text: ({ ID }) => `${ID}\n`
})
