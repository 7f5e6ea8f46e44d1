import { HOME_FRAME } from '../client/home-origin.ts'
import { isSiteMessage } from '../client/site-messages.ts'
import type { FrameAnswer, PingHome } from '../client/site-messages.ts'
import { hiddenFrame } from './hidden-frame.ts'

/** The worker of the site asks several times in this while. Then the frame is no longer needed. */
const KEEP_FRAME_MS = 30_000

let frame: HTMLIFrameElement | undefined
let isLoaded = false
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Pings the worker of the home through its frame, which stays open as long as there is something to ping for. The home sends what
 * the worker of this site answers with, and the browser stops it without events.
 */
export function pingHome (home: string): void {
  clearTimeout(timer)
  timer = setTimeout(close, KEEP_FRAME_MS)

  if (frame == null) {
    open(home)
  } else if (isLoaded) {
    post(home)
  }
}

function open (home: string): void {
  frame = hiddenFrame(home + HOME_FRAME)
  addEventListener('message', hear)
  document.documentElement.append(frame)
}

function hear ({ source, origin, data }: MessageEvent<unknown>): void {
  if (source === frame?.contentWindow && isSiteMessage<FrameAnswer & { type: 'swipfs-frame' }>(data, 'swipfs-frame')) {
    isLoaded = true
    post(origin)
  }
}

function post (home: string): void {
  frame?.contentWindow?.postMessage({ type: 'swipfs-ping' } satisfies PingHome, home)
}

function close (): void {
  removeEventListener('message', hear)
  frame?.remove()
  frame = undefined
  isLoaded = false
}
