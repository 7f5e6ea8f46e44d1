import { vi } from 'vitest'
import type { TestNode } from '../test-node.ts'

/**
 * Lets functions of the client library reach a node in memory by `fetch`, as in a page whose worker offers no command
 * port. Undone by `vi.unstubAllGlobals`.
 *
 * @returns the targets of the requests so far, below `/api/v0/`
 */
export function pageOfNode (app: TestNode): string[] {
  const targets: string[] = []

  vi.stubGlobal('navigator', {
    serviceWorker: {
      controller: {
        postMessage (_message: unknown, [port]: MessagePort[]): void {
          port.postMessage({ type: 'command-port', accepted: false })
        }
      },
      addEventListener () {}
    }
  })
  vi.stubGlobal('fetch', async (url: string, { body, headers, signal }: RequestInit) => {
    const target = url.slice('/api/v0/'.length)
    targets.push(target)
    return await app.open(target, {
      body: body ?? undefined,
      headers: headers as Record<string, string>,
      signal: signal ?? undefined
    })
  })

  return targets
}
