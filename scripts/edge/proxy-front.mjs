import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** Same answer as Kubo (`corehttp/corehttp.go`). */
const TUNNEL = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

/** The engine rejects a longer head. */
const MAX_HEAD_BYTES = 64 * 1024

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
 * @param {{ port: number, enginePort: Promise<number> }} options port: 0 picks a free one; enginePort: earlier
 *   connections wait for it
 * @returns {Promise<{ port: number, close: () => Promise<void> }>}
 */
export async function startProxyFront ({ port, enginePort }) {
  const sockets = new Set()

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
    })
    socket.on('error', () => {}) // The client disconnected.
    void enginePort.then(async (known) => {
      await serveConnection(socket, known)
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

async function serveConnection (socket, enginePort) {
  let known = Buffer.alloc(0)

  while (true) {
    const text = known.toString('latin1')
    const end = text.indexOf('\r\n\r\n')

    if (known.byteLength > MAX_HEAD_BYTES || !(UNDECIDED.test(text) || FOR_PROXY.test(text))) {
      passOn(socket, known, enginePort)
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
        enginePort
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

function passOn (socket, first, enginePort) {
  const engine = connect({ port: enginePort, host: '127.0.0.1', allowHalfOpen: true })
  engine.write(first)

  // Does not forward the end: an engine that has read to the end does not notice a reset after it.
  socket.pipe(engine, { end: false })
  engine.pipe(socket)

  // A client that stops sending has disconnected, as for Go's server. An engine that is still computing an answer
  // notices only a reset of its connection.
  for (const left of ['end', 'error', 'close']) {
    socket.once(left, () => {
      engine.resetAndDestroy()
    })
  }

  engine.on('error', () => {
    socket.destroy()
  })
  engine.on('close', () => {
    if (!engine.readableEnded) {
      socket.destroy()
    }
  })
}
