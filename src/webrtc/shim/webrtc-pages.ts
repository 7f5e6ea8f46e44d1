import { NoPageError } from '../no-page-error.ts'
import { PageLink } from './page-link.ts'

/** Pages answer at once; one that is busy may take a while. */
const ANSWER_MS = 3000

/** A page that is shown is waited for when others have answered before. */
const SHOWN_MS = 250

export interface WebRtcPagesInit {
  /** Asks all pages of the origin to offer themselves. @returns how many were asked */
  ask: () => Promise<number>
  pingIntervalMs?: number
}

interface Election {
  hidden: MessagePort[]
  take: (port: MessagePort) => void
  /** one that is not shown has offered itself */
  settle: () => void
}

/**
 * The page that holds the WebRTC connections of this worker: elected among those of the origin when one is needed, a
 * page that is shown first, and another one when it goes. Until somebody has asked for a page none is taken.
 */
export class WebRtcPages {
  readonly #init: WebRtcPagesInit
  readonly #gone = new Set<() => void>()
  readonly #came = new Set<() => void>()
  #page: PageLink | undefined
  #election: Promise<PageLink> | undefined
  #running: Election | undefined
  #isWanted = false

  constructor (init: WebRtcPagesInit) {
    this.#init = init
  }

  /** Whether there is one. */
  get isOpen (): boolean {
    return this.#page?.open === true
  }

  /** Whether a page that comes is to offer itself. */
  get isWanted (): boolean {
    return this.#isWanted && !this.isOpen
  }

  /** The page. @throws NoPageError when none offers itself in time */
  async get (): Promise<PageLink> {
    this.#isWanted = true

    if (this.#page?.open === true) {
      return this.#page
    }

    this.#election ??= this.#elect().finally(() => {
      this.#election = undefined
    })
    return await this.#election
  }

  /**
   * A page offers to hold connections at the other end of a port; the port is closed where it is not needed.
   *
   * @param isShown - the page is visible
   */
  offer (port: MessagePort, { isShown }: { isShown: boolean }): void {
    if (!this.isWanted) {
      refuse(port)
    } else if (this.#running == null || isShown) {
      this.#take(port)
    } else {
      this.#running.hidden.push(port)
      this.#running.settle()
    }
  }

  /**
   * Tells when the page has gone, before what it held is lost, and when another one has come.
   *
   * @returns stops it
   */
  watch ({ gone, came }: { gone: () => void; came: () => void }): () => void {
    this.#gone.add(gone)
    this.#came.add(came)
    return () => {
      this.#gone.delete(gone)
      this.#came.delete(came)
    }
  }

  /** Nobody needs a page any more. */
  release (): void {
    this.#isWanted = false
    this.#page?.close()
  }

  async #elect (): Promise<PageLink> {
    return await new Promise<PageLink>((resolve, reject) => {
      const timers: Array<ReturnType<typeof setTimeout>> = []

      const end = (): void => {
        timers.forEach(clearTimeout)
        running.hidden.forEach(refuse)
        this.#running = undefined
      }

      /** The first that has answered, where none that is shown has. */
      const close = (): void => {
        const first = running.hidden.shift()

        if (first == null) {
          end()
          reject(new NoPageError())
        } else {
          running.take(first)
        }
      }

      const running: Election = {
        hidden: [],
        settle: () => {
          timers.push(setTimeout(close, SHOWN_MS))
        },
        take: (port) => {
          end()
          resolve(this.#adopt(port))
        }
      }

      this.#running = running
      timers.push(setTimeout(close, ANSWER_MS))

      this.#init.ask().catch(() => 0).then((asked) => {
        if (asked === 0 && this.#running === running) {
          close()
        }
      }, () => {})
    })
  }

  #take (port: MessagePort): void {
    if (this.#running == null) {
      this.#adopt(port)
    } else {
      this.#running.take(port)
    }
  }

  #adopt (port: MessagePort): PageLink {
    const page: PageLink = new PageLink(port, {
      pingIntervalMs: this.#init.pingIntervalMs,
      onClose: () => {
        this.#lose(page)
      }
    })
    this.#page = page
    this.#came.forEach((came) => {
      came()
    })
    return page
  }

  #lose (page: PageLink): void {
    if (this.#page === page) {
      this.#page = undefined

      if (this.#isWanted) {
        this.#gone.forEach((gone) => {
          gone()
        })
        // the next one comes when it offers itself
        this.get().catch(() => {})
      }
    }
  }
}

function refuse (port: MessagePort): void {
  port.postMessage({ type: 'bye' })
  port.close()
}
