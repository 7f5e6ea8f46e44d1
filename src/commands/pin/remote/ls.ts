import { escapeNonPrint } from '../../../go/text/quote.ts'
import type { PinningService } from '../../../pins/remote/pinning-service.ts'
import type { RemotePinFilter } from '../../../pins/remote/remote-pin.ts'
import { command } from '../../../rpc/command/command.ts'
import type { Context } from '../../../rpc/command/context.ts'
import { streamResult } from '../../../rpc/command/result.ts'
import { chosenService } from './chosen-service.ts'
import { cidFilter, nameFilter, serviceOption, statusFilter } from './remote-options.ts'
import { remotePinFilter } from './remote-pin-filter.ts'
import { remotePinOutput, remotePinShape } from './remote-pin-output.ts'
import type { RemotePinOutput } from './remote-pin-output.ts'

export const pinRemoteLs = command({
  help: {
    tagline: 'List the pins of a remote service.',
    description: 'Lists pins with the status pinned by default, newest first.'
  },
  differs: [
    'Pins are requested in pages of 100. A service that repeats a page is an error (Kubo loops forever).'
  ],
  errors: [
    { ask: 'service=nosuch', says: 'service not known' }
  ],
  options: { service: serviceOption, name: nameFilter, cids: cidFilter, statuses: statusFilter },
  output: remotePinShape,

  run ({ service, ...filter }, { node, signal, cids }) {
    return streamResult(listOutputs(chosenService(node, service), remotePinFilter(filter), { signal, cids }))
  },

  text: ({ Cid, Status, Name }) => `${Cid}\t${Status}\t${escapeNonPrint(Name)}\n`
})

async function* listOutputs (
  service: PinningService,
  filter: RemotePinFilter,
  { signal, cids }: Pick<Context, 'signal' | 'cids'>
): AsyncGenerator<RemotePinOutput> {
  for await (const pin of service.list(filter, { signal })) {
    yield remotePinOutput(pin, cids)
  }
}
