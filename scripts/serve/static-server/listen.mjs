import http from 'node:http'
import https from 'node:https'
import { StartProblem } from '../../install/start-problem.mjs'

const TRIES_FOR_A_FREE_PORT = 10

/**
 * Listens on the loopback addresses of IPv4 and IPv6, so that every name below `.localhost` reaches it, whichever
 * address the browser tries.
 *
 * @param {http.RequestListener} handler
 * @param {number} port 0 picks one that is free on both
 * @param {{ key: string, cert: string }} [tls] for https
 * @returns {Promise<{ port: number, close: () => Promise<void> }>}
 * @throws StartProblem if the port is taken or not allowed
 */
export async function listenOnLoopback (handler, port, tls) {
  for (let tries = 1;; tries++) {
    const v4 = await listenOn(handler, port, '127.0.0.1', tls)
    const chosen = v4.address().port
    try {
      const v6 = await listenOn(handler, chosen, '::1', tls)
      return openedServers(chosen, [v4, v6])
    } catch (err) {
      if (err.code === 'EADDRNOTAVAIL' || err.code === 'EAFNOSUPPORT') {
        return openedServers(chosen, [v4]) // A machine without IPv6.
      }
      await closeServer(v4)
      if (port !== 0 || tries === TRIES_FOR_A_FREE_PORT) {
        throw err
      }
    }
  }
}

function openedServers (port, servers) {
  return {
    port,
    close: async () => {
      await Promise.all(servers.map(closeServer))
    }
  }
}

function listenOn (handler, port, host, tls) {
  const server = tls == null ? http.createServer(handler) : https.createServer(tls, handler)

  return new Promise((resolve, reject) => {
    server.once('error', (err) => {
      reject(explainListenError(err, port))
    })
    server.listen(port, host, () => {
      resolve(server)
    })
  })
}

function closeServer (server) {
  return new Promise((resolve) => {
    server.close(() => {
      resolve()
    })
    server.closeAllConnections()
  })
}

function explainListenError (err, port) {
  const words = {
    EADDRINUSE: `Port ${port} is taken by another program. Stop it, or choose another port: npm start -- --port ${
      port === 65535 ? 4173 : port + 1
    }`,
    EACCES: `This user may not use port ${port}. Choose one above 1023: npm start -- --port 4173`
  }[err.code]

  return words == null ? err : Object.assign(new StartProblem(words, { cause: err }), { code: err.code })
}
