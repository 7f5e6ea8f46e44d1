import { isError } from '../../errors/define-error.ts'
import { PortCalls } from '../../port/port-calls.ts'
import { PortClosedError } from '../../port/port-error.ts'
import { BridgeBlockedError, BridgeDeniedError } from '../protocol/bridge-errors.ts'
import { BRIDGE_PAGE, isBridgeMessage } from '../protocol/bridge-messages.ts'
import type { BridgeAsk, BridgeCalls, BridgeReady } from '../protocol/bridge-messages.ts'
import { checkScope } from '../protocol/bridge-scope.ts'
import type { BridgeScope } from '../protocol/bridge-scope.ts'
import { BridgeNode } from './bridge-node.ts'

/** Size of the window in CSS pixels. */
const WINDOW = 'popup,width=480,height=680'
/**
 * Interval at which the window is checked: browsers have no event for its end. Its last message may be lost, and a
 * window that crashed sends none.
 */
const CLOSED_CHECK_MS = 400
/** Calls that this end makes at once. The node refuses many more. */
const MAX_CALLS = 16

/**
 * Opens a window of a person's node, which asks whether this page's origin may use the node. Must be called in the
 * handler of a click, because browsers block other windows. If the origin has a grant that is enough, nothing is asked.
 *
 * The connection lasts until one of both windows is closed. A page with `Cross-Origin-Opener-Policy: same-origin`
 * cannot connect; `same-origin-allow-popups` works.
 *
 * @param home - address of the node, such as `https://node.example`
 * @throws BridgeScopeError if the scope is invalid
 * @throws BridgeBlockedError if the browser opened no window
 * @throws BridgeDeniedError if the person refused, or closed the window
 * @throws the signal's reason
 * @example
 * ```ts
 * button.onclick = async () => {
 *   const node = await connectNode('https://node.example', { content: true, add: '/Drawings' })
 *   const { cid } = await node.add('/Drawings/one.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
 *   console.log(cid)
 * }
 * ```
 */
export async function connectNode (
  home: string | URL,
  scope: BridgeScope,
  { signal }: { signal?: AbortSignal } = {}
): Promise<BridgeNode> {
  const asked = checkScope(scope)
  signal?.throwIfAborted()
  const page = new URL(BRIDGE_PAGE, home)
  // The name lets a reloaded page reuse its window.
  const opened = open(page, `swipfs-bridge ${location.origin}`, WINDOW)

  if (opened == null) {
    throw new BridgeBlockedError('the browser opened no window: call connectNode in the handler of a click')
  }

  opened.focus()
  return await new Asking(opened, page.origin, asked, signal).result
}

/** A request until its answer. */
class Asking {
  readonly result: Promise<BridgeNode>
  readonly #window: Window
  readonly #origin: string
  readonly #scope: BridgeScope
  /** aborted with the answer */
  readonly #ended = new AbortController()
  /** runs until the connection ends */
  readonly #closedCheck: ReturnType<typeof setInterval>
  #calls: PortCalls | undefined
  #settle!: { resolve: (node: BridgeNode) => void; reject: (reason: unknown) => void }

  constructor (window: Window, origin: string, scope: BridgeScope, signal: AbortSignal | undefined) {
    this.#window = window
    this.#origin = origin
    this.#scope = scope
    this.result = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })

    const { signal: ended } = this.#ended
    addEventListener('message', this.#onMessage, { signal: ended })
    this.#closedCheck = setInterval(() => {
      if (window.closed) {
        this.#fail(new BridgeDeniedError('the window was closed without an answer'))
      }
    }, CLOSED_CHECK_MS)
    signal?.addEventListener('abort', () => {
      this.#fail(signal.reason)
    }, { signal: ended })
  }

  /** The window is ready, also after it was loaded again. Only the node's origin in this window gets the port. */
  readonly #onMessage = ({ source, origin, data }: MessageEvent<unknown>): void => {
    if (
      source === this.#window && origin === this.#origin &&
      isBridgeMessage<BridgeReady>(data, 'swipfs-bridge-ready')
    ) {
      void this.#ask()
    }
  }

  async #ask (): Promise<void> {
    const { port1, port2 } = new MessageChannel()
    const previous = this.#calls
    let onClosed = (): void => {}
    const closed = new Promise<void>((resolve) => {
      onClosed = resolve
    })
    const calls = new PortCalls(port1, { maxCalls: MAX_CALLS, onClose: onClosed })
    // The node's window notices at once that this page is left, and not only when the browser discards it.
    addEventListener('pagehide', calls.close, { once: true })
    this.#calls = calls
    previous?.close()
    this.#window.postMessage({ type: 'swipfs-bridge-ask', scope: this.#scope } satisfies BridgeAsk, this.#origin, [
      port2
    ])

    try {
      const { scope } = await calls.once<BridgeCalls['grant']['value']>('grant', undefined, { urgent: true })
      this.#ended.abort()
      void closed.then(() => {
        clearInterval(this.#closedCheck)
      })
      this.#settle.resolve(new BridgeNode(this.#origin, checkScope(scope), closed, calls))
    } catch (err) {
      // A window that is loaded again asks once more; one that is closed is noticed by the timer.
      if (!isError(err, PortClosedError)) {
        this.#fail(err)
      }
    }
  }

  /** Ends the connection. Before the answer, the request fails for this reason. */
  #fail (reason: unknown): void {
    this.#ended.abort()
    clearInterval(this.#closedCheck)
    this.#calls?.close()
    this.#settle.reject(reason)
  }
}
