import { pinAtService } from '../../../api/pin-at-service.ts'
import { tabColumns } from '../../../go/text/tab-columns.ts'
import { parsePathOrCid } from '../../../path/content-path.ts'
import { resolvePath } from '../../../path/resolve-path.ts'
import { argument } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { option } from '../../../rpc/command/option.ts'
import { emitted } from '../../../rpc/command/result.ts'
import { checkPinName } from '../../shared/pin-name.ts'
import { chosenService } from './chosen-service.ts'
import { serviceOption } from './remote-options.ts'
import { remotePinOutput, remotePinShape } from './remote-pin-output.ts'

export const pinRemoteAdd = command({
  help: {
    tagline: 'Have a service keep something.',
    description:
      'Waits until the service has it all, unless it is to go on in the background; pin/remote/ls with the statuses queued and pinning tells how far it is. The service looks for the content itself; where it is here, it is told the addresses of this node, and called.'
  },
  differs: [
    'A service is asked once for the same: behind a kill, or where its answer was lost, its pin of this CID and name is taken. It is looked every half second at first, and less often the longer it takes.'
  ],
  errors: [
    { ask: 'arg=$DIRECTORY&service=nosuch', says: 'service not known' }
  ],
  args: { path: argument.string('ipfs-path', 'What to keep.') },
  options: {
    service: serviceOption,
    name: option.string('name', 'A name for the pin.'),
    background: option.bool('background', 'Do not wait until it is kept.', { default: false })
  },
  output: remotePinShape,

  async run ({ path, service, name, background }, context) {
    const { node, signal, deadline, surplus = [] } = context
    chosenService(node, service)

    if (surplus.length > 0) {
      throw new Error('expecting one CID argument')
    }

    const { cid } = await resolvePath(parsePathOrCid(path), context)
    checkPinName(name ?? '')
    return emitted(
      remotePinOutput(await pinAtService(node, cid, service as string, { name, background, until: deadline, signal }))
    )
  },

  text: ({ Cid, Name, Status }) => tabColumns([['CID:', Cid], ['Name:', Name], ['Status:', Status]], 0)
})
