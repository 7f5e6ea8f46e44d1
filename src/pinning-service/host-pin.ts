import { CID } from 'multiformats/cid'
import { delay } from '../async/timers/delay.ts'
import { blockReader } from '../blocks/reader/block-reader.ts'
import { errorMessage } from '../go/text/error-message.ts'
import type { JobNode } from '../jobs/job-node.ts'
import type { JobContext, JobSpec } from '../jobs/job-spec.ts'
import { pinRoot } from '../pins/change/pin-root.ts'
import { checkRoom } from '../repo/check-room.ts'
import { originUrl } from '../retrieval/http/origin-url.ts'
import { connectPeers } from '../swarm/peers/connect-peers.ts'
import type { HostedPin } from './hosted/hosted-pin.ts'
import { HostedPins } from './hosted/hosted-pins.ts'

/** The job kind. */
export const HOST_PIN = 'pinning-service/pin'

/** The time without a new block after which the request is queued again, so that others can run. */
const STALL_MS = 5 * 60_000

/** The time without a new block after which the request fails. */
const GIVE_UP_MS = 24 * 3_600_000

/** The interval of dials of the origins. */
const CALL_AGAIN_MS = 30_000

/** The number of received bytes after which the free space is checked again. */
const LOOK_FOR_ROOM_BYTES = 16 * 1024 * 1024

export interface HostPinArgs {
  /** The request ID in `HostedPins`. */
  requestId: string
}

/** Timeouts; shorter in tests. */
export interface HostPinTimes {
  stallMs?: number
  giveUpMs?: number
}

/**
 * Fetches and pins the content of a request to the pinning service of this node. Meanwhile dials the peers among its
 * origins, and asks the trustless gateways among them for blocks.
 *
 * The outcome is stored in the request (`HostedPins`), in one batch with the pin and the end of the job. Does not throw
 * if the request fails. A stalled request is queued again, and fails after a day without a new block.
 *
 * Idempotent: after a crash, the job is resumed and fetches the missing blocks.
 */
export function hostPin (
  node: JobNode,
  { requestId }: HostPinArgs,
  times: HostPinTimes = {}
): JobSpec<never, HostedPin['status'] | undefined> {
  return {
    kind: HOST_PIN,
    args: { requestId },
    join: 'always',
    isElsewhere: true, // the request was accepted, so the row must exist from the beginning
    isUnasked: true,
    work: async (context) => await hostRequest(node, requestId, context, times),
    describe: (status = 'failed') => status
  }
}

async function hostRequest (
  node: JobNode,
  requestId: string,
  { signal, progress, recording }: JobContext<never>,
  { stallMs = STALL_MS, giveUpMs = GIVE_UP_MS }: HostPinTimes
): Promise<HostedPin['status'] | undefined> {
  const hosted = new HostedPins(node)
  const request = await hosted.update(requestId, { status: 'pinning' })

  if (request == null || request.status === 'pinned') {
    return request?.status
  }

  const ending = new AbortController()
  const fetching = AbortSignal.any([signal, ending.signal])
  const reader = blockReader(
    node.blockstore,
    node.exchange?.session({ origins: request.origins.flatMap((origin) => originUrl(origin) ?? []) })
  )
  const stall = new Error('nobody who is asked has it')
  let { blocks: most, aliveMs } = request
  let came = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const alive = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      ending.abort(stall)
    }, stallMs)
  }

  const onBlock = (bytes: number): void => {
    progress.blocks++
    progress.bytes += bytes
    came += bytes
    alive()

    // Blocks that were already counted before a restart are no progress.
    if (progress.blocks > most) {
      most = progress.blocks
      aliveMs = Date.now()
    }

    if (came >= LOOK_FOR_ROOM_BYTES) {
      came = 0
      checkRoom(node).catch((err: unknown) => {
        ending.abort(err)
      })
    }
  }

  try {
    alive()
    keepCalling(node, request.origins, fetching).catch(() => {}) // until the signal aborts

    await pinRoot(node, { cid: CID.parse(request.cid), mode: 'recursive', name: request.name ?? '' }, {
      blocks: reader,
      signal: fetching,
      onBlock,
      recording: () =>
        recording(async (along) => {
          await hosted.complete(requestId, along)
        })
    })

    return 'pinned'
  } catch (err) {
    signal.throwIfAborted()
    const isStalled = fetching.reason === stall && Date.now() - aliveMs < giveUpMs
    const changed = await hosted.update(requestId, {
      blocks: most,
      aliveMs,
      ...isStalled
        ? { status: 'queued', details: 'nobody who has it was found yet' }
        : { status: 'failed', details: errorMessage(err) }
    })
    return changed?.status
  } finally {
    clearTimeout(timer)
    ending.abort(new DOMException('it has ended', 'AbortError'))
  }
}

/**
 * Dials the origins repeatedly, because they may come back.
 *
 * @throws the signal's reason
 */
async function keepCalling (
  { swarm }: Pick<JobNode, 'swarm'>,
  origins: readonly string[],
  signal: AbortSignal
): Promise<void> {
  while (swarm != null && origins.length > 0) {
    await connectPeers(swarm, origins, { signal })
    await delay(CALL_AGAIN_MS, signal)
  }
}
