import { WorkerRefusedError } from '../protocol/errors.ts'
import type { NotInstalled } from '../protocol/messages.ts'

/** Time for which the message of a failed worker may arrive after its end. */
const WORDS_MS = 1000

/** Reason why a worker was not installed, once it was received. */
export interface InstallFailure {
  message?: string
}

interface Listening extends InstallFailure {
  /** stops listening */
  stop: () => void
}

/**
 * Listens for the reason that a worker sends if its installation fails. Must be called before the worker is registered.
 */
export function hearFailure (container: Pick<ServiceWorkerContainer, 'addEventListener' | 'startMessages'>): Listening {
  const listening = new AbortController()
  const failure: Listening = {
    stop: () => {
      listening.abort()
    }
  }

  container.addEventListener('message', ({ data }: MessageEvent<Partial<NotInstalled> | null>) => {
    if (data?.type === 'not-installed') {
      failure.message = String(data.message)
    }
  }, { signal: listening.signal })
  container.startMessages()

  return failure
}

/**
 * Waits until the first worker of an origin is installed. Returns immediately if there is one already: a new version
 * that cannot be installed leaves it in place.
 *
 * @throws WorkerRefusedError with the reason if the worker cannot be installed
 */
export async function firstInstalled (
  { active, waiting, installing }: Pick<ServiceWorkerRegistration, 'active' | 'waiting' | 'installing'>,
  failure: InstallFailure
): Promise<void> {
  if (active != null || waiting != null || installing == null) {
    return
  }

  await new Promise<void>((resolve, reject) => {
    const check = (): void => {
      if (installing.state === 'redundant') {
        // Message and state change arrive in any order.
        setTimeout(() => {
          reject(
            new WorkerRefusedError(
              failure.message == null ? 'its installation failed' : `its installation failed: ${failure.message}`
            )
          )
        }, failure.message == null ? WORDS_MS : 0)
      } else if (installing.state !== 'installing' && installing.state !== 'parsed') {
        resolve()
      }
    }

    installing.addEventListener('statechange', check)
    check()
  })
}
