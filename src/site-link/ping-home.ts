import { HOME_FRAME } from '../client/protocol/home-origin.ts'
import { isSiteMessage } from '../client/protocol/site-messages.ts'
import type { FrameAnswer, PingHome } from '../client/protocol/site-messages.ts'
import { hiddenFrame } from './hidden-frame.ts'

/** Time after the last ping for which the frame is kept. The worker of the site asks several times within it. */
const KEEP_FRAME_MS = 30_000

let frame: HTMLIFrameElement | undefined
let isLoaded = false
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Pings the worker of the home node through its frame, which stays open as long as pings are needed. The worker of this
 * site answers with data of the home's worker, which the browser would stop without events.
 */
export function pingHome (home: string): void {
  clearTimeout(timer)
  timer = setTimeout(closeFrame, KEEP_FRAME_MS)

  if (frame == null) {
    openFrame(home)
  } else if (isLoaded) {
    postPing(home)
  }
}

function openFrame (home: string): void {
  frame = hiddenFrame(home + HOME_FRAME)
  addEventListener('message', hearAnswer)
  document.documentElement.append(frame)
}

function hearAnswer ({ source, origin, data }: MessageEvent<unknown>): void {
  if (source === frame?.contentWindow && isSiteMessage<FrameAnswer & { type: 'swipfs-frame' }>(data, 'swipfs-frame')) {
    isLoaded = true
    postPing(origin)
  }
}

function postPing (home: string): void {
  frame?.contentWindow?.postMessage({ type: 'swipfs-ping' } satisfies PingHome, home)
}

function closeFrame (): void {
  removeEventListener('message', hearAnswer)
  frame?.remove()
  frame = undefined
  isLoaded = false
}
