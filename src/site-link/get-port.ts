import { isSiteMessage } from '../client/protocol/site-messages.ts'
import type { FrameGo, FrameState, PageAnswer } from '../client/protocol/site-messages.ts'
import { hiddenFrame } from './hidden-frame.ts'

const XHTML = 'http://www.w3.org/1999/xhtml'
/** Time within which a loaded frame reports itself, unless it is an error page of the browser. */
const BEGIN_MS = 5000
/** Time after which a frame that has not loaded is given up. */
const LOAD_MS = 15_000

/** A frame of this site, which gets ports of the home node. */
export interface SiteFrame {
  element: HTMLIFrameElement
  loaded: Promise<void>
}

/**
 * Adds a frame of this site to the document, invisible, silent and unreachable by keyboard. The frame of the home node
 * is nested in it: a document's policy applies only to its own frames, and most policies allow frames of the same
 * origin.
 *
 * @param isKept - whether the frame stays; it is then placed where it affects neither layout nor the list of frames
 */
export function addSiteFrame (url: string, { isKept = false }: { isKept?: boolean } = {}): SiteFrame {
  const element = hiddenFrame(url)

  const loaded = new Promise<void>((resolve, reject) => {
    element.addEventListener('load', () => {
      resolve()
    })
    setTimeout(() => {
      reject(new Error('the frame of this site does not load'))
    }, LOAD_MS)
  })

  loaded.catch(() => {}) // handled by its users

  if (isKept) {
    const host = document.createElementNS(XHTML, 'div') as HTMLDivElement
    host.hidden = true
    host.style.setProperty('display', 'none', 'important')
    host.attachShadow({ mode: 'closed' }).append(element)
    // Not in the head or body, whose content scripts replace.
    document.documentElement.append(host)
  } else {
    document.documentElement.append(element)
  }

  return { element, loaded }
}

/**
 * Answers the question of the site's worker, on its port, with a port of the home node or the reason why there is none.
 *
 * @param kept - a permanent frame; used as long as it is in the document
 */
export async function getPort (question: MessagePort, frameUrl: string, kept: SiteFrame | undefined): Promise<void> {
  const isKept = kept?.element.isConnected === true
  let isBlocked = false
  const notePolicy = ({ blockedURI, disposition }: SecurityPolicyViolationEvent): void => {
    isBlocked ||= disposition === 'enforce' && frameUrl.startsWith(blockedURI)
  }
  document.addEventListener('securitypolicyviolation', notePolicy)
  const frame = isKept ? kept : addSiteFrame(frameUrl)
  const { port1: state, port2 } = new MessageChannel()

  try {
    await frame.loaded

    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(
          new Error(
            isBlocked
              ? 'the Content-Security-Policy of the open page allows no frame that could ask it'
              : 'this browser keeps frames out of the open page'
          )
        )
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
