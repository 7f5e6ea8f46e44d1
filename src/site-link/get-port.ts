import { isSiteMessage } from '../client/site-messages.ts'
import type { FrameGo, FrameState, PageAnswer } from '../client/site-messages.ts'
import { hiddenFrame } from './hidden-frame.ts'

const XHTML = 'http://www.w3.org/1999/xhtml'
/** A frame that has loaded says at once that it is there, unless it is an error page of the browser. */
const BEGIN_MS = 2000
/** A frame that has not loaded after this long is given up. */
const LOAD_MS = 15_000

/** A frame of this site, which gets ports of the home. */
export interface SiteFrame {
  element: HTMLIFrameElement
  loaded: Promise<void>
}

/**
 * Puts a frame of this site into the document, where nobody sees, hears or reaches it by the keyboard. The frame of the home goes
 * into that one: a policy of the document counts for its own frames alone, and most allow those of the same origin.
 *
 * @param isKept - the frame stays: it is put where it takes part in no layout and no list of frames
 */
export function addSiteFrame (url: string, { isKept = false }: { isKept?: boolean } = {}): SiteFrame {
  const element = hiddenFrame(url)

  const loaded = new Promise<void>((resolve, reject) => {
    element.addEventListener('load', () => { resolve() })
    setTimeout(() => { reject(new Error('the frame of this site does not load')) }, LOAD_MS)
  })

  loaded.catch(() => {}) // heard of by those who use it

  if (isKept) {
    const host = document.createElementNS(XHTML, 'div') as HTMLDivElement
    host.hidden = true
    host.attachShadow({ mode: 'closed' }).append(element)
    ;(document.head ?? document.documentElement).append(host)
  } else {
    document.documentElement.append(element)
  }

  return { element, loaded }
}

/**
 * Answers the worker of this site, on the port of its question, with a port of the home, or with the reason why there is none.
 *
 * @param kept - a frame that stays; used as long as it is in the document
 */
export async function getPort (question: MessagePort, frameUrl: string, kept: SiteFrame | undefined): Promise<void> {
  const isKept = kept?.element.isConnected === true
  let isBlocked = false
  const notePolicy = ({ blockedURI, disposition }: SecurityPolicyViolationEvent): void => { isBlocked ||= disposition === 'enforce' && frameUrl.startsWith(blockedURI) }
  document.addEventListener('securitypolicyviolation', notePolicy)
  const frame = isKept ? kept : addSiteFrame(frameUrl)
  const { port1: state, port2 } = new MessageChannel()

  try {
    await frame.loaded

    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(isBlocked ? 'the Content-Security-Policy of the open page allows no frame that could ask it' : 'this browser keeps frames out of the open page'))
      }, BEGIN_MS)

      state.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (isSiteMessage<FrameState & { type: 'swipfs-frame-begun' }>(data, 'swipfs-frame-begun')) {
          clearTimeout(timer)
          state.postMessage({ type: 'swipfs-frame-go' } satisfies FrameGo, [question])
        } else if (isSiteMessage<FrameState & { type: 'swipfs-frame-done' }>(data, 'swipfs-frame-done')) {
          resolve()
        }
      }

      frame.element.contentWindow?.postMessage({ type: 'swipfs-frame-go' } satisfies FrameGo, location.origin, [port2])
    })
  } catch (err) {
    question.postMessage({ type: 'swipfs-home-away', reason: (err as Error).message } satisfies PageAnswer)
  } finally {
    document.removeEventListener('securitypolicyviolation', notePolicy)
    state.close()

    if (!isKept) {
      frame.element.remove()
    }
  }
}
