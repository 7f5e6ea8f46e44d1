import { PortCalls } from '../port/port-calls.ts'
import type { PortCallsOptions } from '../port/port-calls.ts'

/** Calls by a port that is closed with the page: not every browser tells the other end that a page is gone. */
export function pagePort (port: MessagePort, { onClose, ...options }: PortCallsOptions = {}): PortCalls {
  const calls = new PortCalls(port, {
    ...options,

    onClose: () => {
      globalThis.removeEventListener?.('pagehide', calls.close)
      onClose?.()
    }
  })

  globalThis.addEventListener?.('pagehide', calls.close)
  return calls
}
