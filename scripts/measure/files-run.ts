import { Session } from 'node:inspector/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../root.mjs'

/**
 * Modules that are not counted: the ground and the formats, which everything uses, the stores, which are called by an
 * interface, and the composition of a node.
 */
const LEFT_OUT = [
  ...['http', 'go', 'webrtc', 'port', 'log', 'async', 'bytes', 'errors'],
  ...['cid', 'ipld'],
  ...['store', 'node', 'testing']
]

/**
 * Lists the files with a named function that runs during some work: those that a reader opens to follow it. Their
 * modules must be loaded before, since loading one runs functions too.
 *
 * @param top - the folder of the listed files
 */
export async function filesRun (work: () => Promise<unknown>, top: 'src' | 'sw' = 'src'): Promise<string[]> {
  const session = new Session()
  session.connect()

  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    // Functions without a name do not count: the test runner reads exports by such getters, also those of constants.
    const run = result.filter(({ functions }) =>
      functions.some(({ functionName, ranges: [{ count }] }) => count > 0 && functionName !== '')
    )
    return run.map(({ url }) => path.relative(ROOT, url.startsWith('file:') ? fileURLToPath(url) : url))
      .filter((file) =>
        file.startsWith(`${top}/`) && !(top === 'src' && LEFT_OUT.includes(file.split('/')[1])) &&
        !file.endsWith('-blockstore.ts')
      ).sort()
  } finally {
    session.disconnect()
  }
}
