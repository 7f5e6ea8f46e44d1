import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HeaderLines } from './header-lines.ts'
import { letPass } from './let-pass.ts'
import { serveRawTarget } from './raw-target.ts'
import { refuseMalformed } from './refuse-malformed.ts'
import type { ParserError } from './refuse-malformed.ts'
import type { RequestHandler } from './request-handler.ts'
import { sendResponse } from './send-response.ts'
import { toRequest } from './to-request.ts'

/** Go's `httpguts.ValidHostHeader` */
const VALID_HOST = /^[!$%&'()*+,\-.:;=[\]_~a-z0-9]*$/i

export interface ListenOptions {
  /** 0 for any free port */
  port: number
  headerLines: HeaderLines
}

/** Limit of the request head, as in Go: many arguments make a long request line. */
const MAX_HEADER_BYTES = 1024 * 1024

/** Kubo's answer to every CONNECT (`corehttp/corehttp.go`). */
const CONNECT_ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n'

/**
 * Starts an HTTP server on 127.0.0.1 for a handler of Requests.
 *
 * @throws an Error that says so if the port is taken
 */
export async function startHttpServer (
  answer: RequestHandler,
  { port, headerLines }: ListenOptions
): Promise<{ server: Server; port: number }> {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (message, target) => {
    void serveMessage(answer, message, target, headerLines)
  })
  server.on('clientError', (err: ParserError, socket) => {
    if (!serveRawTarget(err, socket, server)) {
      refuseMalformed(err, socket, answer, headerLines).catch(() => {
        socket.destroy()
      })
    }
  })
  server.on('connect', (message, socket, head) => {
    answerConnect(server, message, socket, head)
  })
  // Clients in tests may keep a body open for long.
  server.requestTimeout = 0
  // As in Kubo, an idle connection stays open. If the server closed it after Node's 5 s, a client that sends its next
  // request at that moment would get a reset, and could not repeat a POST.
  server.keepAliveTimeout = 0

  await new Promise<void>((resolve, reject) => {
    server.once('error', (err: NodeJS.ErrnoException) => {
      reject(
        err.code === 'EADDRINUSE'
          ? new Error(`port ${port} on 127.0.0.1 is in use: choose another one, or 0 for any free port`)
          : err
      )
    })
    server.listen(port, '127.0.0.1', resolve)
  })

  const address = server.address()
  return { server, port: typeof address === 'object' && address != null ? address.port : port }
}

/** Answers CONNECT without a tunnel: further requests on the connection are for this server. */
function answerConnect (server: Server, { headers }: IncomingMessage, socket: Duplex, head: Buffer): void {
  if (/\bclose\b/i.test(headers.connection ?? '')) {
    socket.end(`${CONNECT_ANSWER}Connection: close\r\n\r\n`)
    return
  }

  socket.write(`${CONNECT_ANSWER}\r\n`)

  if (head.length > 0) {
    socket.unshift(head)
  }

  server.emit('connection', socket)
}

async function serveMessage (
  answer: RequestHandler,
  message: IncomingMessage,
  target: ServerResponse,
  headerLines: HeaderLines
): Promise<void> {
  const controller = new AbortController()
  const trailers = new Map<string, string>()
  target.once('close', () => {
    if (!target.writableFinished) {
      controller.abort(new DOMException('the client hung up', 'AbortError'))
    }
  })

  const wrong = badHost(message)

  if (wrong != null) {
    target.writeHead(400, `Bad Request: ${wrong}`, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
      .end(`400 Bad Request: ${wrong}`)
    return
  }

  try {
    const request = toRequest(message, controller.signal)
    const response = await answer(request, (name, value) => trailers.set(name, value), message.url ?? '/')
    // The answer may precede the end of the upload, for example an error in the options.
    await sendResponse(response, target, {
      trailers,
      head: request.method === 'HEAD',
      headerLines,
      beforeEnd: async () => {
        await letPass(message)
      }
    })
  } catch (err) {
    if (!target.headersSent) {
      target.statusCode = 500
      target.end(`${(err as Error).message}\n`)
    } else {
      target.destroy()
    }
  }
}

/** Returns the error of an invalid `Host` header, in the words of Go's server; undefined for a valid one. */
function badHost ({ rawHeaders, headers: { host = '' } }: IncomingMessage): string | undefined {
  if (rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1) {
    return 'too many Host headers'
  }

  return VALID_HOST.test(host) ? undefined : 'malformed Host header'
}
