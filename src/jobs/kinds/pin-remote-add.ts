import { delay } from '../../async/delay.ts'
import { timeLimit } from '../../async/time-limit.ts'
import { parseCid } from '../../cid/parse-cid.ts'
import type { NewRemotePin, PinningService } from '../../pins/remote/pinning-service.ts'
import type { PinningServiceError } from '../../pins/remote/pinning-service-error.ts'
import type { RemotePin, RemoteStatus } from '../../pins/remote/remote-pin.ts'
import { RemoteServices } from '../../pins/remote/remote-services.ts'
import { callPeers } from '../../swarm/call-peers.ts'
import { ownAddresses } from '../../swarm/own-addresses.ts'
import type { JobNode } from '../job-node.ts'
import type { JobContext, JobSpec } from '../job-spec.ts'

/** A service that a job finds silent when it goes on is asked again later. */
const FIRST_RETRY_AFTER_MS = 1000
const MAX_RETRY_AFTER_MS = 60_000

/** Peers of a service are called no longer. */
const CALL_MS = 60_000

/** What it uses of a node. */
export type RemotePinNode = Pick<JobNode, 'config' | 'blockstore' | 'swarm' | 'identity'>

export interface PinRemoteAddArgs {
  /** as the configuration names it */
  service: string
  cid: string
  /** empty for none */
  name: string
  /** once the service has taken the request */
  requestId?: string
  /** what it said last */
  status?: RemoteStatus
}

/**
 * Has a pinning service keep something, and waits until it does. Reports what the service says of it whenever that has changed, first
 * when it has taken the request.
 *
 * Goes on behind a kill. The row is there before the service is asked, so that it is asked once: where it is not known whether the
 * service has heard the request, what it has of this CID and name is taken for the answer. A job that goes on waits for a service
 * that is silent; one that somebody has just asked for fails, as in Kubo. Throws PinningServiceErrors, and Kubo's words for a service
 * that is not known.
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
      const tell = teller(args, context)
      const pin = args.requestId == null ? await insistent(context, async () => await requested(at, await withOrigins(node, { cid: parseCid(cid), name }, signal), { isResumed, signal })) : { requestId: args.requestId }

      if ('status' in pin) {
        // as in Kubo: whoever fetches it may have no other way to this node; that goes on when nobody waits for the pin
        void callPeers(node.swarm, pin.delegates, { signal: timeLimit(CALL_MS) })
        tell(pin)
      }

      return await insistent(context, async () => await at.waitUntilPinned(pin, { signal, onStatus: tell }))
    },

    describe: () => `${service} keeps it`
  }
}

/** What has been kept here the service may fetch from here (Kubo `core/commands/pin/remotepin.go`). */
async function withOrigins ({ blockstore, swarm, identity }: RemotePinNode, pin: NewRemotePin, signal: AbortSignal): Promise<NewRemotePin> {
  return await blockstore.has(pin.cid, { signal }) ? { ...pin, origins: await ownAddresses(swarm, identity.peerId.toString(), { signal }) } : pin
}

/** Keeps what the service says in the row, and reports it when it is new. */
function teller (args: PinRemoteAddArgs, { left, report }: Pick<JobContext<RemotePin>, 'left' | 'report'>): (pin: RemotePin) => void {
  let last: RemoteStatus | undefined

  return (pin) => {
    const { requestId, status } = pin

    if (status !== last) {
      last = status
      left(() => ({ ...args, requestId, status }), true)
      void report(pin) // those who wait read at once
    }
  }
}

async function requested (service: PinningService, pin: NewRemotePin, { isResumed, signal }: { isResumed: boolean, signal: AbortSignal }): Promise<RemotePin> {
  const earlier = isResumed ? await service.find(pin, { signal }) : undefined

  try {
    return earlier ?? await service.add(pin, { signal })
  } catch (err) {
    // its answer may have been lost on the way
    const taken = isUnanswered(err) ? await service.find(pin, { signal }).catch(() => undefined) : undefined

    if (taken == null) {
      throw err
    }

    return taken
  }
}

/** Does it again and again as long as the service is silent, where the job goes on from an earlier life. */
async function insistent<T> ({ isResumed, signal }: Pick<JobContext<never>, 'isResumed' | 'signal'>, work: () => Promise<T>): Promise<T> {
  for (let ms = FIRST_RETRY_AFTER_MS; ; ms = Math.min(ms * 2, MAX_RETRY_AFTER_MS)) {
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
