/** Maximum bytes of a request that is sent again. */
const MAX_REQUEST_BYTES = 64 * 1024
/** Longest head that is read, and longest end of a chunked body: its trailers may hold an error. */
const MAX_HEAD_BYTES = 64 * 1024
const MAX_TAIL_BYTES = 16 * 1024

/** Maximum time between a request on this machine and the reset of its connection. */
const ON_ITS_WAY_MS = 1000

const CLOSES = /^connection:.*\bclose\b/im
const LAST_CHUNK = /(?:^|\r\n)0+\r\n(?:[^\r\n]+\r\n)*\r\n$/

/**
 * Follows the bytes of an HTTP/1.1 connection as far as needed to tell a connection that was closed while it was idle
 * from one that was closed within an answer.
 */
export class LastAnswer {
  /** bytes from the client since the last answer began */
  #request = []
  #requestBytes = 0
  /** the head of the answer, as far as it is read */
  #head = ''
  #hasHead = false
  #bodyBytes = 0
  #tail = ''
  /** whether bytes of the answer to the last request have arrived */
  #isAnswered = false
  #answeredAt = -Infinity
  #requestedAt = -Infinity
  /** whether the bytes of the client begin a further request */
  #isNext = false

  /** @param {Buffer} bytes from the client */
  addRequest (bytes) {
    if (this.#isAnswered || this.#requestedAt === -Infinity) {
      // Other bytes belong to a body whose answer began early.
      this.#isNext = this.isComplete
      this.#requestedAt = performance.now()
      this.#request = []
      this.#requestBytes = 0
      this.#head = ''
      this.#hasHead = false
      this.#bodyBytes = 0
      this.#tail = ''
      this.#isAnswered = false
    }

    this.#requestBytes += bytes.byteLength

    if (this.#requestBytes <= MAX_REQUEST_BYTES) {
      this.#request.push(bytes)
    }
  }

  /** @param {Buffer} bytes from the server */
  addAnswer (bytes) {
    this.#isAnswered = true
    this.#answeredAt = performance.now()

    if (this.#hasHead) {
      this.#addBody(bytes)
    } else {
      this.#addHead(bytes.toString('latin1'))
    }
  }

  /** Whether the last answer is complete, and neither side has announced the end of the connection. */
  get isComplete () {
    const [request] = Buffer.concat(this.#request).toString('latin1').split('\r\n\r\n')

    if (CLOSES.test(request) || / HTTP\/1\.0\r\n/.test(request)) {
      return false
    }

    if (!this.#hasHead || CLOSES.test(this.#head) || !this.#head.startsWith('HTTP/1.1 ')) {
      return false
    }

    const [, status] = this.#head.split(' ')
    const isBodyless = status === '204' || status === '304' || this.#method === 'HEAD'
    const length = /^content-length: *(\d+) *$/im.exec(this.#head)?.[1]

    if (isBodyless) {
      return this.#bodyBytes === 0
    }

    return /^transfer-encoding:.*\bchunked *$/im.test(this.#head)
      ? LAST_CHUNK.test(this.#tail)
      : length != null && this.#bodyBytes === Number(length)
  }

  /**
   * Returns the last request if the server closed the connection, which was idle, while the request was on its way.
   * Such a request was not read. Returns undefined otherwise.
   *
   * @param {number} idleMs time after an answer from which the server may close an idle connection
   * @returns {Buffer | undefined}
   */
  unseenRequest (idleMs) {
    const wasIdle = this.#isNext && this.#requestedAt - this.#answeredAt >= idleMs
    const isOnItsWay = !this.#isAnswered && performance.now() - this.#requestedAt < ON_ITS_WAY_MS
    return wasIdle && isOnItsWay && this.#requestBytes <= MAX_REQUEST_BYTES ? Buffer.concat(this.#request) : undefined
  }

  get #method () {
    return this.#request[0]?.toString('latin1', 0, 'OPTIONS '.length).split(' ')[0]
  }

  #addHead (text) {
    this.#head += text
    const end = this.#head.indexOf('\r\n\r\n')

    if (end === -1) {
      this.#head = this.#head.slice(0, MAX_HEAD_BYTES)
      return
    }

    const rest = Buffer.from(this.#head.slice(end + 4), 'latin1')
    this.#head = this.#head.slice(0, end)

    if (/^HTTP\/1\.1 1\d\d /.test(this.#head)) {
      this.#head = ''
      this.#addHead(rest.toString('latin1'))
      return
    }

    this.#hasHead = true
    this.#addBody(rest)
  }

  #addBody (bytes) {
    this.#bodyBytes += bytes.byteLength
    this.#tail = (this.#tail + bytes.toString('latin1', Math.max(0, bytes.byteLength - MAX_TAIL_BYTES))).slice(
      -MAX_TAIL_BYTES
    )
  }
}
