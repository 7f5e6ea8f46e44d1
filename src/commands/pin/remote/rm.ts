import { errorMessage } from '../../../go/text/error-message.ts'
import { goQuote } from '../../../go/text/quote.ts'
import type { PinningService } from '../../../pins/remote/pinning-service.ts'
import type { RemotePinFilter } from '../../../pins/remote/remote-pin.ts'
import { command } from '../../../rpc/command/command.ts'
import { option } from '../../../rpc/command/option.ts'
import { emptyResult } from '../../../rpc/command/result.ts'
import { chosenService } from './chosen-service.ts'
import { cidFilter, nameFilter, serviceOption, statusFilter } from './remote-options.ts'
import { remotePinFilter } from './remote-pin-filter.ts'

export const pinRemoteRm = command({
  help: {
    tagline: 'Remove pins of a remote service.',
    description: 'Removes the matching pins, by default those with the status pinned. No match is not an error.'
  },
  errors: [
    { ask: '', says: 'a service name must be passed' }
  ],
  options: {
    service: serviceOption,
    name: nameFilter,
    cids: cidFilter,
    statuses: statusFilter,
    force: option.bool('force', 'Allow the removal of more than one pin.', { default: false })
  },
  answers: 'nothing',

  async run ({ service: serviceName, force, ...filter }, { node, signal, surplus = [] }) {
    const service = chosenService(node, serviceName)

    if (surplus.length > 0) {
      throw new Error(`unexpected argument ${goQuote(surplus[0])}`)
    }

    const requestIds = await matchingRequestIds(service, () => remotePinFilter(filter), signal)

    if (requestIds.length > 1 && !force) {
      throw new Error('multiple remote pins are matching this query, add --force to confirm the bulk removal')
    }

    for (const requestId of requestIds) {
      await withErrorPrefix(signal, `removing pin identified by requestid=${goQuote(requestId)} failed`, async () => {
        await service.remove(requestId, { signal })
      })
    }

    return emptyResult()
  }
})

async function matchingRequestIds (
  service: PinningService,
  filter: () => RemotePinFilter,
  signal: AbortSignal
): Promise<string[]> {
  const requestIds: string[] = []

  await withErrorPrefix(signal, 'error while listing remote pins', async () => {
    for await (const { requestId } of service.list(filter(), { signal })) {
      requestIds.push(requestId)
    }
  })

  return requestIds
}

async function withErrorPrefix (signal: AbortSignal, prefix: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (err) {
    signal.throwIfAborted()
    throw new Error(`${prefix}: ${errorMessage(err)}`)
  }
}
