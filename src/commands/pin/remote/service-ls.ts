import { tabColumns } from '../../../go/text/tab-columns.ts'
import { RemoteServices } from '../../../pins/remote/remote-services.ts'
import { command } from '../../../rpc/command/command.ts'
import { option } from '../../../rpc/command/option.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { singleResult } from '../../../rpc/command/result.ts'

interface PinCount {
  Queued: number
  Pinning: number
  Pinned: number
  Failed: number
}
interface Stat {
  Status: 'valid' | 'invalid'
  PinCount?: PinCount
}
interface ServiceDetails {
  Service: string
  ApiEndpoint: string
  Stat?: Stat
}

export const pinRemoteServiceLs = command({
  help: { tagline: 'List the pinning services.' },
  options: {
    stat: option.bool('stat', 'Contact each service: return whether it answers, and its number of pins by status.', {
      default: false
    })
  },
  output: outputShape(
    'PinServicesList',
    'RemoteServices:[]pin.ServiceDetails',
    'RemoteServices:[]{Service:string ApiEndpoint:string Stat:*{Status:string PinCount:*{Queued:int Pinning:int ' +
      'Pinned:int Failed:int}}}'
  ),

  async run ({ stat }, { node, signal }) {
    const services = new RemoteServices(node.config)

    const details = services.list().map(async ({ name, endpoint }): Promise<ServiceDetails> => ({
      Service: name,
      ApiEndpoint: endpoint,
      ...stat ? { Stat: await statOf(services, name, signal) } : {}
    }))

    return singleResult({ RemoteServices: await Promise.all(details) })
  },

  text: ({ RemoteServices }, { stat }) =>
    tabColumns(
      RemoteServices.map(({ Service, ApiEndpoint, Stat }) => [Service, ApiEndpoint, ...stat ? [statText(Stat)] : []]),
      1
    )
})

/** Returns the state of a service. The reason of a failure is reported by `pin/remote/ls`. */
async function statOf (services: RemoteServices, name: string, signal: AbortSignal): Promise<Stat> {
  try {
    const { queued, pinning, pinned, failed } = await services.get(name).count({ signal })
    return { Status: 'valid', PinCount: { Queued: queued, Pinning: pinning, Pinned: pinned, Failed: failed } }
  } catch {
    signal.throwIfAborted()
    return { Status: 'invalid' }
  }
}

function statText (stat: Stat | undefined): string {
  const { Status = 'invalid', PinCount } = stat ?? {}
  return PinCount == null ? Status : `${PinCount.Queued}/${PinCount.Pinning}/${PinCount.Pinned}/${PinCount.Failed}`
}
