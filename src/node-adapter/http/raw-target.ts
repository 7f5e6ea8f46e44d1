import type { Server, ServerResponse } from 'node:http'
import { Duplex } from 'node:stream'
import type { ParserError } from './refuse-malformed.ts'

/** Limit of the request line, equal to that of the request head. */
const MAX_LINE_BYTES = 1024 * 1024
const LINE_END = 0x0a
const SPACE = 0x20
const ASCII_END = 0x80

/** Connections that were taken over: their first parser may report further errors. */
const taken = new WeakSet<Duplex>()

/**
 * Serves a connection with bytes above 0x7f in its request line, which curl sends for an unescaped path. Go's server
 * accepts them, Node's parser does not. The connection is passed to the server again, with these bytes percent-encoded.
 *
 * @returns whether it is served; false for any other error, and for a pipelined request
 */
export function serveRawTarget (err: ParserError, socket: Duplex, server: Server): boolean {
  if (taken.has(socket)) {
    return true
  }

  const { rawPacket } = err
  const isAnswering = (socket as { _httpMessage?: ServerResponse | null })._httpMessage != null

  if (err.code !== 'HPE_INVALID_URL' || rawPacket == null || isAnswering || !startsWithRequestLine(rawPacket)) {
    return false
  }

  taken.add(socket)
  socket.removeAllListeners('data')
  server.emit('connection', new EncodedConnection(socket, rawPacket))
  return true
}

/** Returns whether a packet starts with a method, and its first line has bytes above 0x7f. */
function startsWithRequestLine (packet: Buffer): boolean {
  const line = lineOf(packet)
  return /^[A-Z]+ /.test(line.toString('latin1', 0, 20)) && line.some((byte) => byte >= ASCII_END)
}

function lineOf (bytes: Buffer): Buffer {
  const end = bytes.indexOf(LINE_END)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

/** A connection with a percent-encoded first line. */
class EncodedConnection extends Duplex {
  readonly #socket: Duplex
  /** the received part of the line; undefined after its end */
  #line: Buffer | undefined

  constructor (socket: Duplex, first: Buffer) {
    super()
    this.#socket = socket
    this.#line = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      this.#take(chunk)
    })
    socket.once('end', () => {
      this.push(null)
    })
    socket.once('close', () => {
      this.destroy()
    })
    socket.on('error', () => {
      this.destroy()
    })
    this.#take(first)
    socket.resume()
  }

  #take (chunk: Buffer): void {
    if (this.#line == null) {
      this.#give(chunk)
      return
    }

    const bytes = Buffer.concat([this.#line, chunk])
    const end = bytes.indexOf(LINE_END)

    if (end < 0 && bytes.length <= MAX_LINE_BYTES) {
      this.#line = bytes
      return
    }

    this.#line = undefined
    this.#give(Buffer.concat([encodeLine(lineOf(bytes)), end < 0 ? Buffer.alloc(0) : bytes.subarray(end)]))
  }

  #give (bytes: Buffer): void {
    if (!this.push(bytes)) {
      this.#socket.pause()
    }
  }

  override _read (): void {
    this.#socket.resume()
  }

  override _write (chunk: Buffer, _: BufferEncoding, done: (err?: Error | null) => void): void {
    this.#socket.write(chunk, done)
  }

  override _final (done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy (err: Error | null, done: (err: Error | null) => void): void {
    this.#socket.destroy()
    done(err)
  }
}

/** Percent-encodes the bytes above 0x7f of a request line. The method and the version have none. */
function encodeLine (line: Buffer): Buffer {
  const start = line.indexOf(SPACE)
  const text = line.toString('latin1', start)
  return Buffer.concat([
    line.subarray(0, start),
    Buffer.from(text.replace(/[\x80-\xff]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`), 'latin1')
  ])
}
