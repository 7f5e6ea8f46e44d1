import { NoPageError } from '../webrtc-errors.ts'
import { PageLink } from './page-link.ts'

/** Time to wait for pages, which normally answer at once, but may be busy. */
const ANSWER_MS = 3000

/** Time to wait for a visible page after a hidden one has answered. */
const SHOWN_MS = 250

export interface WebRtcPagesInit {
  /**
   * Asks all pages of the origin to offer themselves.
   *
   * @param except - ID of the page that left last, which announces itself when it is back. A message would remove it
   *   from the back/forward cache
   * @returns how many pages were asked
   */
  ask: (except: string | undefined) => Promise<number>
  pingIntervalMs?: number
}

interface Offer {
  port: MessagePort
  /** ID of the page */
  id: string | undefined
}

interface Election {
  hidden: Offer[]
  take: (offer: Offer) => void
  /** called when a hidden page has offered itself */
  finish: () => void
}

/**
 * Elects the page that holds the WebRTC connections of this worker: when one is needed, preferably a visible one, and
 * another when that one is gone. No page is elected before the first request.
 */
export class WebRtcPages {
  readonly #init: WebRtcPagesInit
  readonly #gone = new Set<() => void>()
  readonly #came = new Set<() => void>()
  #page: PageLink | undefined
  #election: Promise<PageLink> | undefined
  #running: Election | undefined
  #isWanted = false
  /** ID of the last elected page that said that it leaves. */
  #left: string | undefined

  constructor (init: WebRtcPagesInit) {
    this.#init = init
  }

  /** Whether a page is elected. */
  get isOpen (): boolean {
    return this.#page?.open === true
  }

  /** Whether new pages should offer themselves. */
  get isWanted (): boolean {
    return this.#isWanted && !this.isOpen
  }

  /**
   * Returns the page, after an election if necessary.
   *
   * @throws NoPageError if no page offers itself in time
   */
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
   * Accepts the offer of a page to hold connections, or closes its port if it is not needed.
   *
   * @param isShown - whether the page is visible
   * @param id - of the page
   */
  offer (port: MessagePort, { isShown, id }: { isShown: boolean; id?: string | undefined }): void {
    if (id === this.#left) {
      this.#left = undefined
    }

    if (!this.isWanted) {
      refusePort(port)
    } else if (this.#running == null || isShown) {
      this.#take({ port, id })
    } else {
      this.#running.hidden.push({ port, id })
      this.#running.finish()
    }
  }

  /**
   * Watches the page: `gone` is called before its connections are lost, `came` for a new one.
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

  /** Releases the page: no connections are needed any more. */
  release (): void {
    this.#isWanted = false
    this.#page?.close()
  }

  async #elect (): Promise<PageLink> {
    return await new Promise<PageLink>((resolve, reject) => {
      const timers: Array<ReturnType<typeof setTimeout>> = []

      const end = (): void => {
        timers.forEach(clearTimeout)
        running.hidden.forEach(({ port }) => {
          refusePort(port)
        })
        this.#running = undefined
      }

      /** Elects the first hidden page that has answered, if no visible one has. */
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
        finish: () => {
          timers.push(setTimeout(close, SHOWN_MS))
        },
        take: (offer) => {
          end()
          resolve(this.#adopt(offer))
        }
      }

      this.#running = running
      timers.push(setTimeout(close, ANSWER_MS))

      this.#init.ask(this.#left).catch(() => 0).then((asked) => {
        if (asked === 0 && this.#running === running) {
          close()
        }
      }, () => {})
    })
  }

  #take (offer: Offer): void {
    if (this.#running == null) {
      this.#adopt(offer)
    } else {
      this.#running.take(offer)
    }
  }

  #adopt ({ port, id }: Offer): PageLink {
    const page: PageLink = new PageLink(port, {
      pingIntervalMs: this.#init.pingIntervalMs,
      onClose: (byPage) => {
        this.#left = byPage ? id : this.#left
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
        // The next page is elected when it offers itself.
        this.get().catch(() => {})
      }
    }
  }
}

function refusePort (port: MessagePort): void {
  port.postMessage({ type: 'bye' })
  port.close()
}
