/** Channel of the workers of one origin, which share one repo: apps in several folders each have a worker. */
const CHANNEL = 'swipfs-repo-turns'
/** A busy holder keeps the repo, and is asked again. */
const ASK_AGAIN_MS = 200

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
 */
export async function openWithHandover<T> (open: () => Promise<T>): Promise<T> {
  const ask = (): void => {
    openChannel().postMessage({ type: 'repo-wanted' } satisfies RepoWanted)
  }
  ask()
  const timer = setInterval(ask, ASK_AGAIN_MS)

  try {
    return await open()
  } finally {
    clearInterval(timer)
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
