import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'
import { startStaticServer } from '../../scripts/serve/static-server/static-server.mjs'
import { startRelay } from '../../src/testing/peers/relay.ts'
import { startSwarmNode } from '../../src/testing/peers/swarm-node.ts'

const LOOK_MS = 200

/** Kinds of outside peers that may be connected to the node. */
export type PeerKind = 'websocket' | 'browser'

export interface BackgroundNodeInit {
  /** folder of the built site */
  dist: string
  /** a peer in Node over WebSockets, or a second browser over WebRTC */
  peer: PeerKind
  /** additional switches of Chromium */
  args?: readonly string[]
  /** whether to open windows on the display of the environment instead of the new headless mode */
  isHeaded?: boolean
}

/**
 * A node in a tab, a relay with a reservation for it, and a peer connected to it. No debugger is attached while it is
 * in the background.
 */
export interface BackgroundNode {
  readonly id: string
  /** ID of the peer */
  readonly peerId: string
  /** Returns whether the peer has a connection to the node. */
  isPeerConnected: () => Promise<boolean>
  /** Returns whether the relay has a connection to the node. */
  isRelayConnected: () => boolean
  /** Opens another tab in front of the node's. */
  hide: () => Promise<void>
  /** Opens a page with an own origin, and closes the node's tab. */
  moveToSite: () => Promise<void>
  /** Stops the node's worker, like the browser stops idle workers. */
  stopWorker: () => Promise<void>
  /** Freezes the node's tab, like the browser does to save energy or memory, or resumes it. */
  setFrozen: (isFrozen: boolean) => Promise<void>
  /** Evaluates an expression in the node's tab. Attaches a debugger to the tab during the call. */
  evaluate: <T>(expression: string) => Promise<T>
  close: () => Promise<void>
}

/** Opens the app in a Chromium without the switches that keep timers of background tabs running. */
export async function openBackgroundNode (
  { dist, peer: kind, args = [], isHeaded = false }: BackgroundNodeInit
): Promise<BackgroundNode> {
  const closing: Array<() => Promise<unknown>> = []
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).reverse()) {
      await end()
    }
  }

  try {
    const relay = await startRelay()
    closing.push(relay.stop)
    const relayJson = await (await fetch(`${relay.router}/relay.json`)).text()
    const site = await startStaticServer({ root: dist, port: 0, instead: { '/relay.json': async () => relayJson } })
    closing.push(async () => {
      await site.close()
    })
    const url = `http://node.localhost:${site.port}/`

    const openBrowser = async (): Promise<BrowserTab> => {
      const profile = await mkdtemp(path.join(os.tmpdir(), 'swipfs-background-'))
      closing.push(async () => {
        await rm(profile, { recursive: true, force: true, maxRetries: 5 })
      })
      const browser = await ChromiumOverPipe.start(profile, { args, isHeaded })
      closing.push(async () => {
        await browser.close()
      })
      const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', { url })
      return new BrowserTab(browser, targetId)
    }

    let tab = await openBrowser()
    const id = await tab.until<string>(
      '(async () => navigator.serviceWorker?.controller == null ? undefined : (await (await ' +
        `fetch('/api/v0/id', { method: 'POST' })).json()).ID)()`
    )
    const connect = async (from: BrowserTab, address: string): Promise<void> => {
      await from.until(
        `(async () => (await fetch('/api/v0/swarm/connect?arg=${
          encodeURIComponent(address)
        }', { method: 'POST' })).ok || undefined)()`
      )
    }

    // Waits for the reservation at the relay before anything else.
    const address = await tab.until<string>(
      `(async () => (await (await fetch('/api/v0/id', { method: 'POST' })).json()).Addresses?.find((address) ` +
        `=> address.includes('/p2p-circuit/webrtc/p2p/')))()`
    )
    let isPeerConnected: () => Promise<boolean>
    let peerId: string

    if (kind === 'websocket') {
      const { node, addresses } = await startSwarmNode()
      closing.push(async () => {
        await node.stop()
      })
      await connect(tab, addresses.find((address) => address.includes('/ws/')) ?? '')
      peerId = String(node.identity.peerId)
      isPeerConnected = async () => node.swarm?.opened?.connections().some(({ peer }) => peer === id) === true
    } else {
      const other = await openBrowser()
      peerId = await other.until<string>(
        '(async () => navigator.serviceWorker?.controller == null ? undefined : (await (await ' +
          `fetch('/api/v0/id', { method: 'POST' })).json()).ID)()`
      )
      await connect(other, address)
      isPeerConnected = async () =>
        await other.evaluate(`(async () => {
        const { Peers } = await (await fetch('/api/v0/swarm/peers', { method: 'POST' })).json()
        return Peers?.some(({ Peer, Addr }) => Peer === '${id}' && Addr.endsWith('/webrtc')) === true
      })()`)
    }

    return {
      id,
      peerId,
      isPeerConnected,
      isRelayConnected: () => relay.peers().includes(id),
      hide: async () => {
        const { targetId } = await tab.browser.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
        await tab.browser.send('Target.activateTarget', { targetId })
        await tab.until('document.visibilityState === "hidden" || undefined')
      },
      moveToSite: async () => {
        const cid = await tab.until<string>(
          `(async () => {
          const body = new FormData()
          body.append('file', new Blob(['<!doctype html><title>site</title><p>site']), 'd/index.html')
          const text = await (await fetch('/api/v0/add?cid-version=1', { method: 'POST', body })).text()
          return JSON.parse(text.trim().split('\\n').at(-1)).Hash
        })()`
        )
        const { targetId } = await tab.browser.send<{ targetId: string }>('Target.createTarget', {
          url: `${url}ipfs/${cid}/`
        })
        const opened = new BrowserTab(tab.browser, targetId)
        await opened.until(
          "location.hostname.includes('.ipfs.') && document.readyState === 'complete' && " +
            "document.title === 'site' || undefined"
        )
        await tab.browser.send('Target.closeTarget', { targetId: tab.targetId })
        tab = opened
      },
      stopWorker: async () => {
        await tab.attached(async (send) => {
          await send('ServiceWorker.enable')
          await send('ServiceWorker.stopAllWorkers')
        })
      },
      setFrozen: async (isFrozen) => {
        await tab.attached(async (send) => {
          await send('Page.setWebLifecycleState', { state: isFrozen ? 'frozen' : 'active' })
        })
      },
      evaluate: async (expression) => await tab.evaluate(expression),
      close
    }
  } catch (err) {
    await close()
    throw err
  }
}

type Send = <T>(method: string, params?: object) => Promise<T>

/** A tab with a debugger attached only during a call. */
class BrowserTab {
  readonly browser: ChromiumOverPipe
  readonly targetId: string

  constructor (browser: ChromiumOverPipe, targetId: string) {
    this.browser = browser
    this.targetId = targetId
  }

  async attached<T> (work: (send: Send) => Promise<T>): Promise<T> {
    const { sessionId } = await this.browser.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId: this.targetId,
      flatten: true
    })

    try {
      return await work(async (method, params = {}) => await this.browser.send(method, params, sessionId))
    } finally {
      await this.browser.send('Target.detachFromTarget', { sessionId })
    }
  }

  /** Returns the value of an expression, or of its promise; undefined if it throws. */
  async evaluate<T> (expression: string): Promise<T> {
    return await this.attached(async (send) => {
      const { result } = await send<{ result: { value: T } }>('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true
      })
      return result.value
    })
  }

  /** Evaluates repeatedly until there is a value. */
  async until<T = unknown> (expression: string): Promise<T> {
    for (;;) {
      const value = await this.evaluate<T | undefined>(expression).catch(() => undefined)
      if (value != null && typeof value !== 'object') {
        return value
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  }
}
