import { HOME_FRAME } from '../client/protocol/home-origin.ts'
import { isSiteMessage } from '../client/protocol/site-messages.ts'
import type { FrameAnswer, KeepHome, PingHome } from '../client/protocol/site-messages.ts'
import { hiddenFrame } from './hidden-frame.ts'

/** Time after the last ping for which the frame is kept. The worker of the site asks several times within it. */
const KEEP_FRAME_MS = 30_000

let frame: HTMLIFrameElement | undefined
let isLoaded = false
let isKept = false
/** sent when the frame has loaded */
let waiting: Array<KeepHome | PingHome> = []
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Pings the worker of the home node through its frame, which stays open as long as pings are needed. The worker of this
 * site answers with data of the home's worker, which the browser would stop without events.
 */
export function pingHome (home: string): void {
  sendToFrame(home, { type: 'swipfs-ping' })
}

/** Lets the frame of the home node stay and keep its worker alive by itself, while the node has peers. */
export function keepHomeFrame (home: string): void {
  isKept = true
  sendToFrame(home, { type: 'swipfs-keep-home' })
}

function sendToFrame (home: string, message: KeepHome | PingHome): void {
  clearTimeout(timer)

  if (!isKept) {
    timer = setTimeout(closeFrame, KEEP_FRAME_MS)
  }

  if (frame != null && isLoaded) {
    frame.contentWindow?.postMessage(message, home)
    return
  }

  waiting = [...waiting.filter(({ type }) => type !== message.type), message]

  if (frame == null) {
    frame = hiddenFrame(home + HOME_FRAME)
    addEventListener('message', hearAnswer)
    document.documentElement.append(frame)
  }
}

function hearAnswer ({ source, origin, data }: MessageEvent<unknown>): void {
  if (source === frame?.contentWindow && isSiteMessage<FrameAnswer & { type: 'swipfs-frame' }>(data, 'swipfs-frame')) {
    isLoaded = true
    waiting.splice(0).forEach((message) => frame?.contentWindow?.postMessage(message, origin))
  }
}

function closeFrame (): void {
  removeEventListener('message', hearAnswer)
  frame?.remove()
  frame = undefined
  isLoaded = false
}
