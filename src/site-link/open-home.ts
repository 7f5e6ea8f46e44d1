import { HOME_FRAME } from '../client/protocol/home-origin.ts'
import { isSiteMessage } from '../client/protocol/site-messages.ts'
import type { FrameAnswer, PortWanted } from '../client/protocol/site-messages.ts'
import { hiddenFrame } from './hidden-frame.ts'

/** Default time within which a loaded frame of the home node reports itself. */
const ANSWER_MS = 5000
/** Timeout of the port. The home's worker may have to be fetched and installed first. */
const PORT_MS = 25_000

/**
 * Opens the frame of the home node temporarily and gets a port of its worker.
 *
 * @param options.answerMs - time within which a loaded frame reports itself
 * @throws an Error with the reason if there is none
 */
export async function openHome (
  home: string,
  { answerMs = ANSWER_MS }: { answerMs?: number } = {}
): Promise<MessagePort> {
  const frame = hiddenFrame(home + HOME_FRAME)
  const done = new AbortController()
  const { signal } = done

  try {
    return await new Promise<MessagePort>((resolve, reject) => {
      let answered = false
      const fail = (reason: string): void => {
        reject(new Error(reason))
      }
      let timer = setTimeout(() => {
        fail('its address does not answer')
      }, PORT_MS)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
      })

      const wait = (ms: number, reason: string): void => {
        clearTimeout(timer)
        timer = setTimeout(() => {
          fail(reason)
        }, ms)
      }

      addEventListener('message', ({ source, origin, data, ports }: MessageEvent<unknown>) => {
        if (source !== frame.contentWindow || origin !== home) {
          return
        }

        answered = true

        // An error page of the browser has no origin to which a message could be sent, and sends none.
        if (isSiteMessage<FrameAnswer & { type: 'swipfs-frame' }>(data, 'swipfs-frame')) {
          frame.contentWindow?.postMessage({ type: 'swipfs-port-wanted' } satisfies PortWanted, home)
        } else if (isSiteMessage<FrameAnswer & { type: 'swipfs-trying' }>(data, 'swipfs-trying')) {
          wait(PORT_MS, 'its worker does not start')
        } else if (isSiteMessage<FrameAnswer & { type: 'swipfs-no-port' }>(data, 'swipfs-no-port')) {
          fail(String(data.reason))
        } else if (isSiteMessage<FrameAnswer & { type: 'swipfs-port' }>(data, 'swipfs-port') && ports.length > 0) {
          resolve(ports[0])
        }
      }, { signal })

      frame.addEventListener('load', () => {
        if (!answered) {
          wait(answerMs, 'its address does not answer, or this browser keeps frames from it')
        }
      }, { signal })

      document.documentElement.append(frame)
    })
  } finally {
    done.abort()
    frame.remove()
  }
}
