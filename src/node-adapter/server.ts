import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { letPass } from './let-pass.ts'
import { sendResponse } from './send-response.ts'
import { toRequest } from './to-request.ts'

/** Answers one request; `trailer` sets a trailer that goes out behind the body; `target` is the path and query as they were sent. */
export type Answer = (request: Request, trailer: (name: string, value: string) => void, target: string) => Promise<Response>

/** As in Go: many arguments make a long request line. */
const MAX_HEADER_BYTES = 1024 * 1024

/**
 * An HTTP server on 127.0.0.1 in front of a handler of Requests.
 *
 * @throws an Error that says so when the port is taken
 */
export async function listen (answer: Answer, port: number): Promise<{ server: Server, port: number }> {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (message, target) => { void serve(answer, message, target) })
  // clients of the tests may keep a body open for long
  server.requestTimeout = 0

  await new Promise<void>((resolve, reject) => {
    server.once('error', (err: NodeJS.ErrnoException) => { reject(err.code === 'EADDRINUSE' ? new Error(`port ${port} on 127.0.0.1 is taken: choose another, or 0 for any that is free`) : err) })
    server.listen(port, '127.0.0.1', resolve)
  })

  const address = server.address()
  return { server, port: typeof address === 'object' && address != null ? address.port : port }
}

async function serve (answer: Answer, message: IncomingMessage, target: ServerResponse): Promise<void> {
  const controller = new AbortController()
  const trailers = new Map<string, string>()
  target.once('close', () => { if (!target.writableFinished) controller.abort(new DOMException('the client hung up', 'AbortError')) })

  try {
    const request = toRequest(message, controller.signal)
    const response = await answer(request, (name, value) => trailers.set(name, value), message.url ?? '/')
    // an answer can be made before the upload is in: a refusal by the options alone
    await sendResponse(response, target, { trailers, head: request.method === 'HEAD', beforeEnd: async () => { await letPass(message) } })
  } catch (err) {
    if (!target.headersSent) {
      target.statusCode = 500
      target.end(`${(err as Error).message}\n`)
    } else {
      target.destroy()
    }
  }
}
