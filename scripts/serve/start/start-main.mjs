import path from 'node:path'
import process from 'node:process'
import { ensureBuild } from '../../build/ensure-build.mjs'
import { ensureInstall } from '../../install/ensure-install.mjs'
import { ROOT } from '../../root.mjs'
import { startRelay } from '../start-relay.mjs'
import { startStaticServer } from '../static-server/static-server.mjs'
import { parseStartArgs, USAGE } from './start-args.mjs'

/** Timeout for a remote relay's `/relay.json`. */
const RELAY_MS = 5000

/**
 * Installs missing dependencies, builds if the build is stale, serves, and prints the URL.
 *
 * @param {string[]} args arguments after `npm start --`
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<number>} the exit code; 0 while the server keeps running
 */
export async function start (args, env) {
  const options = parseStartArgs(args, env)
  if ('help' in options) {
    console.log(USAGE)
    return 0
  }
  if ('problem' in options) {
    console.error(options.problem)
    return 1
  }

  const instead = {}
  const serve = () => startStaticServer({ root: path.join(ROOT, 'dist'), port: options.port, instead })
  let server
  let relay
  try {
    // Checks the port first, so that a taken port is reported before a minute of building.
    await (await serve()).close()
    await ensureInstall(ROOT, { log: console.log, env })
    await ensureBuild(ROOT, { log: console.log })
    if (options.relay != null) {
      relay = options.relay === '' ? await ownRelay() : undefined
      // Fetched for each request: the relay may start later, or move.
      const url = new URL('/relay.json', options.relay === '' ? `http://127.0.0.1:${relay.httpPort}` : options.relay)
      instead['/relay.json'] = async () => await (await fetch(url, { signal: AbortSignal.timeout(RELAY_MS) })).text()
    }
    server = await serve()
  } catch (err) {
    relay?.stop()
    // Expected problems have a message for users; other errors are bugs and keep their stack.
    console.error(err.forPeople === true ? err.message : err)
    return 1
  }

  console.log(`\n  swipfs is at  http://node.localhost:${server.port}/\n`)
  console.log(
    `  (or http://localhost:${server.port}/ if the browser does not resolve *.localhost). Press Ctrl+C to stop.`
  )

  if (relay != null) {
    console.log(`  Its relay has the addresses\n${relay.relays.map((address) => `    ${address}`).join('\n')}`)
    console.log(`  On another machine: npm start -- --relay http://(address of this one):${relay.httpPort}`)
  }

  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      void server.close()
      void relay?.stop()
    })
  }
  return 0
}

/**
 * Starts a relay that keeps its identity and, if they are free, its ports, so that shared links stay valid after a
 * restart.
 */
async function ownRelay () {
  const identity = ['--identity', path.join(ROOT, '.cache', 'relay-identity')]
  return await startRelay(identity).catch(() => startRelay([...identity, '--port', '0', '--http-port', '0']))
}
