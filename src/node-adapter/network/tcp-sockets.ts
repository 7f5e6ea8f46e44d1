import { multiaddr } from '@multiformats/multiaddr'
import type { Multiaddr } from '@multiformats/multiaddr'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { ByteDuplex } from '../../bytes/byte-duplex.ts'
import type { StreamSockets } from '../../swarm/streams/stream-sockets.ts'
import { dnsFamily } from './dns-family.ts'

/** TCP sockets of this machine for `p2p/*`: addresses such as /ip4/…/tcp/PORT and /ip6, and names for connections. */
export const TCP_SOCKETS: StreamSockets = {
  async connect (address, { signal }) {
    const socket = connect({ ...hostAndPort(address), family: dnsFamily(address), allowHalfOpen: true })
    await once(socket, 'connect', { signal }).catch((err: Error) => {
      socket.destroy()
      throw err
    })
    return duplexOf(socket)
  },

  async listen (address, came) {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      came(duplexOf(socket), addressOf({ address: socket.remoteAddress ?? '127.0.0.1', port: socket.remotePort ?? 0 }))
    })

    const { host, port } = hostAndPort(address)
    server.listen({ host, port })
    await once(server, 'listening').catch((err: NodeJS.ErrnoException) => {
      throw err.code === 'EADDRINUSE' ? new Error(takenText(host, port)) : err
    })
    return {
      address: addressOf(server.address() as AddressInfo),
      close: () => {
        server.close()
      }
    }
  }
}

/**
 * Parses the host and port of a TCP address.
 *
 * @throws an Error for any other address
 */
function hostAndPort (address: Multiaddr): { host: string; port: number } {
  const [host, tcp, ...rest] = address.getComponents()

  if (
    host?.value == null || tcp?.name !== 'tcp' || rest.length > 0 ||
    !['ip4', 'ip6', 'dns', 'dns4', 'dns6'].includes(host.name)
  ) {
    throw new Error(`${address} is not a TCP address`)
  }

  return { host: host.value, port: Number(tcp.value) }
}

/** Returns the error message of Go (`net.OpError` of `Listen`). */
function takenText (host: string, port: number): string {
  return `listen ${host.includes(':') ? `tcp6 [${host}]` : `tcp4 ${host}`}:${port}: bind: address already in use`
}

function addressOf ({ address, port }: { address: string; port: number }): Multiaddr {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  return multiaddr(`/${plain.includes(':') ? 'ip6' : 'ip4'}/${plain}/tcp/${port}`)
}

function duplexOf (socket: Socket): ByteDuplex {
  // The reader or writer gets the error.
  socket.on('error', () => {})

  return {
    // By default the iteration destroys a socket at its end, before it is answered.
    chunks: socket.iterator({ destroyOnReturn: false }),

    async write (bytes) {
      if (!socket.writable) {
        throw new Error('the connection is closed')
      }

      if (!socket.write(bytes)) {
        const gone = new AbortController()
        const end = (): void => {
          gone.abort()
        }
        socket.once('close', end)

        try {
          await once(socket, 'drain', { signal: gone.signal })
        } finally {
          socket.off('close', end)
        }
      }
    },

    async closeWrite () {
      socket.end()
    },
    // A reset, which cannot be mistaken for a regular end.
    abort: () => {
      socket.resetAndDestroy()
    }
  }
}
