import { timeLimit } from '../../async/signals/time-limit.ts'
import { delay } from '../../async/timers/delay.ts'
import { parseCid } from '../../cid/text/parse-cid.ts'
import type { PinningServiceError } from '../../pins/remote/pinning-service-error.ts'
import type { NewRemotePin, PinningService } from '../../pins/remote/pinning-service.ts'
import type { RemotePin, RemoteStatus } from '../../pins/remote/remote-pin.ts'
import { RemoteServices } from '../../pins/remote/remote-services.ts'
import { connectPeers } from '../../swarm/peers/connect-peers.ts'
import { ownAddresses } from '../../swarm/peers/own-addresses.ts'
import type { JobNode } from '../job-node.ts'
import type { JobContext, JobSpec } from '../job-spec.ts'

/** The limits of the exponential backoff of a resumed job if the service does not answer. */
const FIRST_RETRY_AFTER_MS = 1000
const MAX_RETRY_AFTER_MS = 60_000

/** The timeout for dialing the peers of a service. */
const CALL_MS = 60_000

/** The parts of a node that the job uses. */
export type RemotePinNode = Pick<JobNode, 'config' | 'blockstore' | 'swarm' | 'identity'>

export interface PinRemoteAddArgs {
  /** Its name in the configuration. */
  service: string
  cid: string
  /** Empty for none. */
  name: string
  /** Set when the service has accepted the request. */
  requestId?: string
  /** The last known status. */
  status?: RemoteStatus
}

/**
 * Requests a pin from a pinning service, and waits until the content is pinned. Reports each change of its status,
 * first when the service has accepted the request.
 *
 * Survives a crash. The row is written before the request, so that it is sent only once. If it is unknown whether the
 * service received the request, an existing pin with this CID and name counts as the answer.
 *
 * A resumed job retries while the service does not answer. A new one fails then, as in Kubo. Throws
 * PinningServiceErrors, and Kubo's error for an unknown service.
 */
export function pinRemoteAdd (node: RemotePinNode, args: PinRemoteAddArgs): JobSpec<RemotePin, RemotePin> {
  const { service, cid, name } = args

  return {
    kind: 'pin/remote/add',
    args: { ...args },
    sameAs: { service, cid, name },
    join: 'always',
    isElsewhere: true,
    remembers: () => true,

    work: async (context) => {
      const { signal, isResumed } = context
      const at = new RemoteServices(node.config).get(service)
      const reportStatus = statusReporter(args, context)
      const pin = args.requestId == null
        ? await retryIfResumed(
          context,
          async () =>
            await requestPin(at, await withOrigins(node, { cid: parseCid(cid), name }, signal), { isResumed, signal })
        )
        : { requestId: args.requestId }

      if ('status' in pin) {
        // Like Kubo, because the service may have no other route to this node. Dialing continues even if no request
        // waits for the pin.
        void connectPeers(node.swarm, pin.delegates, { signal: timeLimit(CALL_MS) })
        reportStatus(pin)
      }

      return await retryIfResumed(
        context,
        async () => await at.waitUntilPinned(pin, { signal, onStatus: reportStatus })
      )
    },

    describe: () => `${service} keeps it`
  }
}

/**
 * Adds the addresses of this node if it has the block, so that the service can fetch from here (Kubo
 * `core/commands/pin/remotepin.go`).
 */
async function withOrigins (
  { blockstore, swarm, identity }: RemotePinNode,
  pin: NewRemotePin,
  signal: AbortSignal
): Promise<NewRemotePin> {
  return await blockstore.has(pin.cid, { signal })
    ? { ...pin, origins: await ownAddresses(swarm, identity.peerId.toString(), { signal }) }
    : pin
}

/** Stores status changes in the row and reports them. */
function statusReporter (
  args: PinRemoteAddArgs,
  { left, report }: Pick<JobContext<RemotePin>, 'left' | 'report'>
): (pin: RemotePin) => void {
  let last: RemoteStatus | undefined

  return (pin) => {
    const { requestId, status } = pin

    if (status !== last) {
      last = status
      left(() => ({ ...args, requestId, status }), true)
      void report(pin) // its readers never lag
    }
  }
}

async function requestPin (
  service: PinningService,
  pin: NewRemotePin,
  { isResumed, signal }: { isResumed: boolean; signal: AbortSignal }
): Promise<RemotePin> {
  const earlier = isResumed ? await service.find(pin, { signal }) : undefined

  try {
    return earlier ?? await service.add(pin, { signal })
  } catch (err) {
    // The answer may have been lost.
    const taken = isUnanswered(err) ? await service.find(pin, { signal }).catch(() => undefined) : undefined

    if (taken == null) {
      throw err
    }

    return taken
  }
}

/** Runs work. A resumed job repeats it with exponential backoff while the service does not answer. */
async function retryIfResumed<T> (
  { isResumed, signal }: Pick<JobContext<never>, 'isResumed' | 'signal'>,
  work: () => Promise<T>
): Promise<T> {
  for (let ms = FIRST_RETRY_AFTER_MS;; ms = Math.min(ms * 2, MAX_RETRY_AFTER_MS)) {
    try {
      return await work()
    } catch (err) {
      signal.throwIfAborted()

      if (!isResumed || !isUnanswered(err)) {
        throw err
      }

      await delay(ms, signal)
    }
  }
}

function isUnanswered (err: unknown): boolean {
  return (err as Partial<PinningServiceError>).isUnanswered === true
}
