import { WorkerRefusedError } from './errors.ts'
import type { NotInstalled } from './messages.ts'

/** So long its words may come behind the end of a worker. */
const WORDS_MS = 1000

/** Why a worker was not installed, once it has said so. */
export interface InstallFailure {
  message?: string
}

interface Listening extends InstallFailure {
  /** listens no more */
  stop: () => void
}

/** Listens from before a worker is installed: it tells why it cannot be, and ends. */
export function hearFailure (container: Pick<ServiceWorkerContainer, 'addEventListener' | 'startMessages'>): Listening {
  const listening = new AbortController()
  const failure: Listening = { stop: () => { listening.abort() } }

  container.addEventListener('message', ({ data }: MessageEvent<Partial<NotInstalled> | null>) => {
    if (data?.type === 'not-installed') failure.message = String(data.message)
  }, { signal: listening.signal })
  container.startMessages()

  return failure
}

/**
 * Waits until the first worker of an origin is installed. Where there is one already, nobody waits: a new version that cannot be
 * installed leaves everything as it is.
 *
 * @throws WorkerRefusedError with the reason when it cannot be installed
 */
export async function firstInstalled ({ active, waiting, installing }: Pick<ServiceWorkerRegistration, 'active' | 'waiting' | 'installing'>, failure: InstallFailure): Promise<void> {
  if (active != null || waiting != null || installing == null) {
    return
  }

  await new Promise<void>((resolve, reject) => {
    const check = (): void => {
      if (installing.state === 'redundant') {
        // the two come by different ways
        setTimeout(() => { reject(new WorkerRefusedError(failure.message == null ? 'its installation failed' : `its installation failed: ${failure.message}`)) }, failure.message == null ? WORDS_MS : 0)
      } else if (installing.state !== 'installing' && installing.state !== 'parsed') {
        resolve()
      }
    }

    installing.addEventListener('statechange', check)
    check()
  })
}
