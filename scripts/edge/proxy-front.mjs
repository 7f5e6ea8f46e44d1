import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** As Kubo answers (`corehttp/corehttp.go`). */
const TUNNEL = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

/** A longer head is the engine's to refuse. */
const MAX_HEAD_BYTES = 64 * 1024

/** So much of a request tells nothing yet. */
const UNDECIDED = /^[A-Z]* ?$/i
/** Other requests begin with a path, or an asterisk. */
const FOR_PROXY = /^(?:CONNECT |[A-Z]+ h)/i
const TO_TUNNEL = /^CONNECT /
const WHOLE_URL = /^([A-Z]+) https?:\/\/([^/?#\s]+)(\S*) (HTTP\/1\.[01])\r\n/i

/**
 * Stands before an engine that knows nothing of proxying, which gateways are used for: a request of a whole URL becomes one of its path at
 * its host, and a CONNECT is a tunnel to the engine, as in Kubo. Every other byte goes through as it is, so that a body that breaks does.
 *
 * @param {{ port: number, enginePort: Promise<number> }} options port: 0 picks one; enginePort: whoever comes before waits for it
 * @returns {Promise<{ port: number, close: () => Promise<void> }>}
 */
export async function startProxyFront ({ port, enginePort }) {
  const sockets = new Set()

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => { sockets.delete(socket) })
    socket.on('error', () => {}) // whoever has gone
    void enginePort.then(async (known) => { await serve(socket, known) })
  })

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: server.address().port,

    async close () {
      sockets.forEach((socket) => { socket.destroy() })
      await new Promise((resolve) => { server.close(resolve) })
    }
  }
}

async function serve (socket, enginePort) {
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
      passOn(socket, Buffer.concat([Buffer.from(ofPath(text.slice(0, end)), 'latin1'), known.subarray(end)]), enginePort)
      return
    }
  }
}

/** @returns undefined where nothing comes any more */
async function nextBytes (socket) {
  return await new Promise((resolve) => {
    const settle = (bytes) => {
      socket.pause()
      socket.off('data', settle).off('end', ended).off('close', ended)
      resolve(bytes)
    }

    const ended = () => { settle(undefined) }
    socket.on('data', settle).on('end', ended).on('close', ended).resume()
  })
}

/** The head of a request of a whole URL as one of its path; the connection is for it alone, since the next one may be of another host. */
function ofPath (head) {
  const [, method, host, target, version] = WHOLE_URL.exec(`${head}\r\n`) ?? []

  if (host == null) {
    return head
  }

  const rest = head.split('\r\n').slice(1).filter((line) => !/^(host|connection|proxy-connection):/i.test(line))
  return [`${method} ${target.startsWith('/') ? target : `/${target}`} ${version}`, `Host: ${host}`, ...rest, 'Connection: close'].join('\r\n')
}

function passOn (socket, first, enginePort) {
  const engine = connect({ port: enginePort, host: '127.0.0.1', allowHalfOpen: true })
  engine.write(first)

  // without an end: an engine that has read to it does not hear of a reset behind it
  socket.pipe(engine, { end: false })
  engine.pipe(socket)

  // whoever sends no more has left, as for the server of Go; an engine that waits to answer hears of it only when its connection is reset
  for (const left of ['end', 'error', 'close']) {
    socket.once(left, () => { engine.resetAndDestroy() })
  }

  engine.on('error', () => { socket.destroy() })
  engine.on('close', () => { if (!engine.readableEnded) socket.destroy() })
}
