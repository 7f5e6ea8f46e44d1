import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { ensureBuild } from '../build/ensure-build.mjs'
import { ensureInstall } from '../install/ensure-install.mjs'
import { parseStartArgs, USAGE } from './start-args.mjs'
import { startStaticServer } from '../static-server/static-server.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Installs what is missing, builds what is stale, serves, and prints the URL.
 *
 * @param {string[]} args what stands after `npm start --`
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<number>} the exit code; 0 while the server goes on running
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

  const serve = () => startStaticServer({ root: path.join(ROOT, 'dist'), port: options.port })
  let server
  try {
    // the port first: nobody wants to hear after a minute of building that it is taken
    await (await serve()).close()
    await ensureInstall(ROOT, { log: console.log, env })
    await ensureBuild(ROOT, { log: console.log })
    server = await serve()
  } catch (err) {
    // what we foresee carries its own sentence; the rest is a fault and keeps its stack
    console.error(err.forPeople === true ? err.message : err)
    return 1
  }

  console.log(`\n  swipfs is at  http://node.localhost:${server.port}/\n`)
  console.log(`  (or http://localhost:${server.port}/ where the browser does not know *.localhost; Ctrl+C stops it)`)

  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => { server.close() })
  }
  return 0
}
