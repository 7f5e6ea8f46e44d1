import type { Grant } from '../../../bridge/answering/grant.ts'
import { readGrant, removeGrant, storeGrant } from '../../../bridge/answering/grants.ts'
import { receiveAsk } from '../../../bridge/answering/receive-ask.ts'
import type { ReceivedAsk } from '../../../bridge/answering/receive-ask.ts'
import { CLOSE_DELAY_MS, serveGrant } from '../../../bridge/answering/serve-grant.ts'
import { BridgeDeniedError, BridgeScopeError } from '../../../bridge/protocol/bridge-errors.ts'
import { checkScope, coversScope } from '../../../bridge/protocol/bridge-scope.ts'
import type { CheckedScope } from '../../../bridge/protocol/bridge-scope.ts'
import { mayAsk } from '../../../bridge/protocol/may-ask.ts'
import { rpc } from '../../../client/index.ts'
import { whenReady } from '../../client/node.ts'
import { Store } from '../../lib/reactive/store.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'

/** The state of the window that asks the person and answers the calls of a site. */
export type BridgeState =
  | { is: 'framed' | 'unasked' | 'waiting' }
  | { is: 'refused'; origin: string; detail: string }
  | { is: 'asked'; origin: string; scope: CheckedScope; hasKey?: boolean; isStoring: boolean; problem?: PlainError }
  | { is: 'connected'; grant: Grant; calls: number }
  | { is: 'ended'; origin: string; end: 'closed' | 'denied' | 'revoked' }

export const bridge = new Store<BridgeState>({ is: 'waiting' })

interface NamedKey {
  Name: string
  Id: string
}

let decide: { allow: (grant: Grant) => void; deny: (reason: Error) => void }
let close = (): void => {}

/** Waits for the request of the page that has opened this window. A page that frames it gets nothing. */
export async function startBridge (): Promise<void> {
  if (window.top !== window) {
    bridge.set({ is: 'framed' })
    return
  }

  const opener = window.opener as Window | null

  if (opener == null) {
    bridge.set({ is: 'unasked' })
    return
  }

  // The site notices at once that the window is gone. A window that comes back has no port any more.
  addEventListener('pagehide', () => {
    close()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) {
      location.reload()
    }
  })
  await answerAsk(await receiveAsk(opener))
}

async function answerAsk ({ origin, scope: asked, port }: ReceivedAsk): Promise<void> {
  const decided = new Promise<Grant>((resolve, reject) => {
    decide = { allow: resolve, deny: reject }
  })
  decided.catch(() => {})
  close = serveGrant(port, {
    origin,
    decided,
    onUse: (calls) => {
      if (bridge.value.is === 'connected') {
        bridge.set({ ...bridge.value, calls })
      }
    },
    onEnd: (end) => {
      if (!['refused', 'ended'].includes(bridge.value.is)) {
        bridge.set({ is: 'ended', origin, end })
      }
    }
  })

  try {
    const scope = checkAsk(origin, asked)
    await whenReady()
    const grant = await readGrant(origin)

    if (grant != null && coversScope(grant.scope, scope)) {
      connect(grant)
    } else if (bridge.value.is === 'waiting') {
      const hasKey = scope.publish == null ? undefined : await keyId(scope.publish) != null
      bridge.set({ is: 'asked', origin, scope, hasKey, isStoring: false })
    }
  } catch (err) {
    const { message } = err as Error
    bridge.set({ is: 'refused', origin, detail: message })
    endWith(err as Error)
  }
}

/** @throws BridgeScopeError */
function checkAsk (origin: string, asked: unknown): CheckedScope {
  if (!mayAsk(origin, location.origin)) {
    throw new BridgeScopeError('only pages of other origins over HTTPS, or of this device, can ask')
  }

  return checkScope(asked)
}

/** Stores the grant that the person gives, and connects the site. */
export async function allowSite (): Promise<void> {
  const state = bridge.value

  if (state.is !== 'asked' || state.isStoring) {
    return
  }

  const { origin, scope } = state
  bridge.set({ ...state, isStoring: true, problem: undefined })

  try {
    const id = scope.publish == null ? {} : { keyId: await keyId(scope.publish) ?? await makeKey(scope.publish) }
    const grant = { origin, scope, ...id, grantedMs: Date.now(), uses: 0, bytes: 0 }
    await storeGrant(grant)
    connect(grant)
  } catch (err) {
    bridge.set({ ...state, problem: plainError(err) })
  }
}

export function denySite (): void {
  if (bridge.value.is === 'asked') {
    bridge.set({ is: 'ended', origin: bridge.value.origin, end: 'denied' })
    endWith(new BridgeDeniedError('the person has refused'))
  }
}

/** Revokes the grant of the connected site. Ends all of its connections. */
export async function revokeConnected (): Promise<void> {
  if (bridge.value.is === 'connected') {
    await removeGrant(bridge.value.grant.origin)
  }
}

function connect (grant: Grant): void {
  // The site may have left while the grant was stored.
  if (bridge.value.is === 'waiting' || bridge.value.is === 'asked') {
    bridge.set({ is: 'connected', grant, calls: 0 })
    decide.allow(grant)
    // Browsers do not freeze a hidden window that holds a lock.
    void navigator.locks.request(`swipfs-bridge ${crypto.randomUUID()}`, async () => {
      await new Promise<void>((resolve) => {
        const stop = bridge.subscribe(() => {
          if (bridge.value.is === 'ended') {
            stop()
            resolve()
          }
        })
      })
    })
  }
}

/** Answers the request with an error, and closes the port after it. */
function endWith (reason: Error): void {
  decide.deny(reason)
  setTimeout(close, CLOSE_DELAY_MS)
}

async function keyId (name: string): Promise<string | undefined> {
  const { Keys } = await rpc<{ Keys: NamedKey[] | null }>('key/ls')
  return Keys?.find(({ Name }) => Name === name)?.Id
}

async function makeKey (name: string): Promise<string> {
  return (await rpc<NamedKey>('key/gen', { args: [name], options: { type: 'ed25519' } })).Id
}
