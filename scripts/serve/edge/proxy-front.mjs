import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { LastAnswer } from './last-answer.mjs'

/** Same answer as Kubo (`corehttp/corehttp.go`). */
const TUNNEL = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

/** The engine rejects a longer head. */
const MAX_HEAD_BYTES = 64 * 1024

/**
 * Time after an answer from which the engine may have closed the connection. It closes an idle one after 5 s, which its
 * settings cannot change.
 */
const IDLE_MS = 4000

/** Matches a request prefix that is too short to decide. */
const UNDECIDED = /^[A-Z]* ?$/i
/** Matches proxy requests. Other requests begin with a path, or an asterisk. */
const FOR_PROXY = /^(?:CONNECT |[A-Z]+ h)/i
const TO_TUNNEL = /^CONNECT /
const WHOLE_URL = /^([A-Z]+) https?:\/\/([^/?#\s]+)(\S*) (HTTP\/1\.[01])\r\n/i

/**
 * Adds HTTP proxying, which gateways are used for, to an engine without it. A request with an absolute URL becomes one
 * with a path and a Host header. A CONNECT becomes a tunnel to the engine, as in Kubo. Other bytes pass unchanged, so
 * that an aborted body stays aborted.
 *
 * Keeps idle connections of clients open, although the engine closes its own after 5 s: a client that sends its next
 * request at that moment would get a reset, and could not repeat a POST.
 *
 * @param {{ port: number, enginePort: Promise<number>, idleMs?: number }} options port: 0 picks a free one;
 *   enginePort: earlier connections wait for it; idleMs: time without an answer after which the engine may have closed
 *   a connection
 * @returns {Promise<{ port: number, close: () => Promise<void> }>}
 */
export async function startProxyFront ({ port, enginePort, idleMs = IDLE_MS }) {
  const sockets = new Set()

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
    })
    socket.on('error', () => {}) // The client disconnected.
    void enginePort.then(async (known) => {
      await serveConnection(socket, { enginePort: known, idleMs })
    })
  })

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: server.address().port,

    async close () {
      sockets.forEach((socket) => {
        socket.destroy()
      })
      await new Promise((resolve) => {
        server.close(resolve)
      })
    }
  }
}

async function serveConnection (socket, options, known = Buffer.alloc(0)) {
  while (true) {
    const text = known.toString('latin1')
    const end = text.indexOf('\r\n\r\n')

    if (known.byteLength > MAX_HEAD_BYTES || !(UNDECIDED.test(text) || FOR_PROXY.test(text))) {
      passOn(socket, known, options)
      return
    }

    if (end === -1) {
      const bytes = await nextBytes(socket)

      if (bytes == null) {
        socket.destroy()
        return
      }

      known = Buffer.concat([known, bytes])
    } else if (TO_TUNNEL.test(text)) {
      socket.write(TUNNEL)
      known = known.subarray(end + 4)
    } else {
      passOn(
        socket,
        Buffer.concat([Buffer.from(ofPath(text.slice(0, end)), 'latin1'), known.subarray(end)]),
        options
      )
      return
    }
  }
}

/** @returns undefined if the socket ended */
async function nextBytes (socket) {
  return await new Promise((resolve) => {
    const finish = (bytes) => {
      socket.pause()
      socket.off('data', finish).off('end', ended).off('close', ended)
      resolve(bytes)
    }

    const ended = () => {
      finish(undefined)
    }
    socket.on('data', finish).on('end', ended).on('close', ended).resume()
  })
}

/**
 * Rewrites the head of a request with an absolute URL to a path. Closes the connection after it, because the next
 * request may be for another host.
 */
function ofPath (head) {
  const [, method, host, target, version] = WHOLE_URL.exec(`${head}\r\n`) ?? []

  if (host == null) {
    return head
  }

  const rest = head.split('\r\n').slice(1).filter((line) => !/^(host|connection|proxy-connection):/i.test(line))
  return [
    `${method} ${target.startsWith('/') ? target : `/${target}`} ${version}`,
    `Host: ${host}`,
    ...rest,
    'Connection: close'
  ].join('\r\n')
}

function passOn (socket, first, { enginePort, idleMs }) {
  const engine = connect({ port: enginePort, host: '127.0.0.1', allowHalfOpen: true })
  const answer = new LastAnswer()
  let hasGoneOn = false
  answer.addRequest(first)
  engine.write(first)

  const noteRequest = (bytes) => {
    answer.addRequest(bytes)
  }

  // A client that stops sending has disconnected, as for Go's server. An engine that is still computing an answer
  // notices only a reset of its connection.
  const left = () => {
    engine.resetAndDestroy()
  }

  // Does not forward the end: an engine that has read to the end does not notice a reset after it.
  socket.on('data', noteRequest).pipe(engine, { end: false })
  engine.on('data', (bytes) => {
    answer.addAnswer(bytes)
  })
  engine.pipe(socket, { end: false })
  socket.on('end', left).on('error', left).on('close', left)

  /** Serves the next requests of the client by another connection to the engine. */
  const goOn = (known) => {
    hasGoneOn = true
    socket.off('data', noteRequest).unpipe(engine)
    socket.off('end', left).off('error', left).off('close', left)
    engine.unpipe(socket)
    engine.destroy()
    void serveConnection(socket, { enginePort, idleMs }, known)
  }

  engine.on('end', () => {
    if (socket.readableEnded || socket.destroyed) {
      socket.destroy()
    } else if (answer.isComplete) {
      goOn()
    } else if (!goOnWithUnseen()) {
      socket.end()
    }
  })
  engine.on('error', () => {
    if (!goOnWithUnseen()) {
      socket.destroy()
    }
  })
  engine.on('close', () => {
    if (!engine.readableEnded && !hasGoneOn) {
      socket.destroy()
    }
  })

  function goOnWithUnseen () {
    const request = hasGoneOn || socket.destroyed ? undefined : answer.unseenRequest(idleMs)

    if (request != null) {
      goOn(request)
    }

    return hasGoneOn
  }
}
