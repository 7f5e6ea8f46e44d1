import { PortCalls } from '../../port/port-calls.ts'
import type { PortCallsOptions } from '../../port/port-calls.ts'

/** Wraps a port for calls and closes it with the page: not every browser reports a closed page to the other end. */
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
