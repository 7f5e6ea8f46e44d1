import { defineError } from '../../src/errors/define-error.ts'

/** Channel of the workers of one origin, which share one repo: apps in several folders each have a worker. */
const CHANNEL = 'swipfs-repo-turns'
/** A busy holder keeps the repo, and is asked again. */
const ASK_AGAIN_MS = 200
/** Time after which requests fail with the reason, instead of waiting until the browser ends them without one. */
const GIVE_UP_MS = 60_000

/** Thrown if another worker of this origin keeps the repo, because requests of its pages are in progress. */
export class RepoBusyError extends defineError('RepoBusyError') {
  constructor () {
    super(
      'another app of this origin is using the repo: end its uploads, downloads and streams (such as log/tail), or ' +
        'close its pages'
    )
  }
}

interface RepoWanted {
  type: 'repo-wanted'
}

// Opened only with a node: an open channel would keep a Node.js process that imports `swipfs/worker` from exiting.
let channel: BroadcastChannel | undefined
let onRequest: (() => void) | undefined

/** Calls the listener whenever another worker of this origin waits for the repo. */
export function onRepoRequested (listener: () => void): void {
  onRequest = listener
  openChannel()
}

/**
 * Opens the repo, and meanwhile asks the worker that holds it to release it. Otherwise that worker would hold it until
 * the browser stops it, about 30 s after its last event.
 *
 * @param open - opens the repo; the signal ends its wait for the other worker
 * @throws RepoBusyError if the other worker is busy for a minute
 */
export async function openWithHandover<T> (open: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ask = (): void => {
    openChannel().postMessage({ type: 'repo-wanted' } satisfies RepoWanted)
  }
  ask()
  const timer = setInterval(ask, ASK_AGAIN_MS)
  const waiting = new AbortController()
  const giveUp = setTimeout(() => {
    waiting.abort(new RepoBusyError())
  }, GIVE_UP_MS)

  try {
    return await open(waiting.signal)
  } finally {
    clearInterval(timer)
    clearTimeout(giveUp)
  }
}

function openChannel (): BroadcastChannel {
  if (channel == null) {
    channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }: MessageEvent<Partial<RepoWanted> | null>) => {
      if (data?.type === 'repo-wanted') {
        onRequest?.()
      }
    }
  }

  return channel
}
