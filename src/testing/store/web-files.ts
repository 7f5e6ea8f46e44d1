import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A file server on loopback, with range requests. */
export interface WebFiles {
  url: string
  /** files by path; tests change them */
  files: Map<string, Uint8Array>
  /** `Range` header of each request */
  ranges: Array<string | undefined>
  close: () => Promise<void>
}

/**
 * Starts the server.
 *
 * @param options.ignoresRanges - answers all requests with the whole file
 */
export async function startWebFiles (
  files: Map<string, Uint8Array>,
  { ignoresRanges = false } = {}
): Promise<WebFiles> {
  const ranges: Array<string | undefined> = []

  const server = createServer(({ url = '', headers: { range } }, response) => {
    const file = files.get(url)
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    ranges.push(range)
    response.setHeader('Access-Control-Allow-Origin', '*')

    if (file == null) {
      response.writeHead(404).end()
    } else if (start == null || ignoresRanges) {
      response.writeHead(200).end(file)
    } else if (Number(start) >= file.length) {
      response.writeHead(416).end()
    } else {
      const part = file.subarray(Number(start), Number(end) + 1)
      response.writeHead(206, { 'Content-Range': `bytes ${start}-${Number(start) + part.length - 1}/${file.length}` })
        .end(part)
    }
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    ranges,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
