import { parseCid } from '../../cid/text/parse-cid.ts'
import { errorMessage } from '../../go/text/error-message.ts'
import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'

/** The empty directory, which every repo contains. */
const PROBE = parseCid('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')

/** Checks that the node can read (Kubo 0.42 `core/commands/diag.go`, `diagHealthyCmd`). */
export const diagHealthy = command({
  help: {
    tagline: 'Check that the node works.',
    description: 'Reads the empty directory, which every repo contains, and returns "ok". Meant for health checks.'
  },
  since: '0.42',
  differs: ['While the node shuts down it has no API, so that the request fails.'],
  answers: { type: 'string' },

  async run (_, { blocks, signal }) {
    try {
      await blocks.get(PROBE, { signal })
    } catch (err) {
      signal.throwIfAborted()
      throw new Error(`probe fetch: ${errorMessage(err)}`)
    }

    return singleResult('ok')
  }
})
