import { pinAtService } from '../../../api/pin-at-service.ts'
import { tabColumns } from '../../../go/text/tab-columns.ts'
import { parsePathOrCid } from '../../../path/content-path.ts'
import { resolvePath } from '../../../path/resolve-path.ts'
import { argument } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { option } from '../../../rpc/command/option.ts'
import { emittedResult } from '../../../rpc/command/result.ts'
import { checkPinName } from '../../shared/pin-name.ts'
import { chosenService } from './chosen-service.ts'
import { serviceOption } from './remote-options.ts'
import { remotePinOutput, remotePinShape } from './remote-pin-output.ts'

export const pinRemoteAdd = command({
  help: {
    tagline: 'Pin content at a remote service.',
    description:
      'Waits until the content is pinned, unless background is set; pin/remote/ls with the statuses queued and ' +
      'pinning shows the progress. The service fetches the content itself. If this node has it, the request ' +
      'contains the addresses of this node, and this node connects to the service.'
  },
  differs: [
    'The request is idempotent: after a crash or a lost answer, an existing pin of this CID and name is reused. ' +
    'The status is polled every half second at first, with backoff.'
  ],
  errors: [
    { ask: 'arg=$DIRECTORY&service=nosuch', says: 'service not known' }
  ],
  args: { path: argument.string('ipfs-path', 'Path to pin.') },
  options: {
    service: serviceOption,
    name: option.string('name', 'Name of the pin.'),
    background: option.bool('background', 'Do not wait until the content is pinned.', { default: false })
  },
  output: remotePinShape,

  async run ({ path, service, name, background }, context) {
    const { node, signal, deadline, cids, surplus = [] } = context
    chosenService(node, service)

    if (surplus.length > 0) {
      throw new Error('expecting one CID argument')
    }

    const { cid } = await resolvePath(parsePathOrCid(path), context)
    checkPinName(name ?? '')
    return emittedResult(
      remotePinOutput(
        await pinAtService(node, cid, service as string, { name, background, until: deadline, signal }),
        cids
      )
    )
  },

  text: ({ Cid, Name, Status }) => tabColumns([['CID:', Cid], ['Name:', Name], ['Status:', Status]], 0)
})
