import { CID } from 'multiformats/cid'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Blockstore } from '../../store/blockstore/blockstore.ts'
import { gate } from '../gate.ts'

/** A server on loopback, with a record of its requests. */
export interface TestServer {
  /** without a trailing slash */
  url: string
  /** The address as a multiaddr. */
  address: string
  /** paths with their queries, in order */
  asked: string[]
  /** requests that were aborted before their answer was complete */
  readonly left: number
  /** running requests */
  readonly open: number
  /** maximum of concurrent requests */
  readonly most: number
  close: () => Promise<void>
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

/** Starts a server with CORS for any page. */
export async function startServer (answer: Answer): Promise<TestServer> {
  const asked: string[] = []
  let [left, open, most] = [0, 0, 0]

  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    open++
    most = Math.max(most, open)

    response.on('close', () => {
      open--
      left += response.writableFinished ? 0 : 1
    })

    response.setHeader('access-control-allow-origin', '*')
    Promise.resolve(answer(request, response)).catch(() => {
      response.destroy()
    })
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    address: `/ip4/127.0.0.1/tcp/${port}/http`,
    asked,
    get left () {
      return left
    },
    get open () {
      return open
    },
    get most () {
      return most
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

/** Handles a request instead of the gateway; returns false to let the gateway answer. */
export type Meddle = (cid: CID, response: ServerResponse, bytes: Uint8Array) => Promise<boolean> | boolean

export interface HeldAnswers {
  meddle: Meddle
  /** answers so far, including those that are delayed */
  readonly count: number
  /** releases all answers */
  open: () => void
}

/**
 * Delays answers until the test releases them.
 *
 * @param atOnce - the number of first answers that are not delayed
 */
export function heldAnswers (atOnce = 0): HeldAnswers {
  const { opened, open } = gate()
  let count = 0
  return {
    meddle: async () => {
      if (++count > atOnce) {
        await opened
      }
      return false
    },
    get count () {
      return count
    },
    open
  }
}

export interface GatewayInit {
  /** writes a DAG as a CAR; without it the gateway has no CARs */
  writeCar?: (root: CID, response: ServerResponse) => Promise<void>
}

/** Starts a trustless gateway on a store. */
export async function startGateway (
  store: Blockstore,
  meddle: Meddle = () => false,
  { writeCar }: GatewayInit = {}
): Promise<TestServer> {
  return await startServer(async ({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const cid = CID.parse(pathname.replace('/ipfs/', ''))

    if (searchParams.get('format') === 'car' && writeCar != null) {
      response.setHeader('content-type', 'application/vnd.ipld.car; version=1; order=dfs; dups=n')
      await writeCar(cid, response)
      return
    }

    const bytes = await store.has(cid) ? await store.bytes(cid) : undefined

    if (searchParams.get('format') !== 'raw' || bytes == null) {
      response.writeHead(404).end('not found')
    } else if (!await meddle(cid, response, bytes)) {
      response.writeHead(200, { 'content-type': 'application/vnd.ipld.raw', 'content-length': bytes.length }).end(bytes)
    }
  })
}

/**
 * Starts a delegated router that returns fixed providers for every block.
 *
 * @param form - format of its answers
 */
export async function startRouter (
  addresses: () => string[][],
  form: 'lines' | 'whole' = 'lines'
): Promise<TestServer> {
  return await startServer((_, response) => {
    const records = addresses().map((Addrs, i) => ({
      Schema: 'peer',
      ID: `12D3KooWM8sovaEGU1bmiWGWAzvs47DEcXKZZTuJnpQyVTkRs2V${i}`,
      Addrs,
      Protocols: ['transport-ipfs-gateway-http']
    }))

    if (form === 'lines') {
      response.setHeader('content-type', 'application/x-ndjson')
      records.forEach((record) => {
        response.write(`${JSON.stringify(record)}\n`)
      })
      response.end()
    } else {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ Providers: records }))
    }
  })
}
