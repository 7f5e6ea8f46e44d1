import { durationError, parseGoDurationMs } from '../../go/time/parse-duration.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { emptyResult } from '../../rpc/command/result.ts'

export const diagCmdsSetTime = command({
  help: {
    tagline: 'Set how long finished requests are listed.',
    description:
      'By default finished requests are not listed. At most 1000 are kept. The setting lasts until the node stops, ' +
      'in a browser until shutdown or until the browser closes. The requests themselves are lost when the worker ' +
      'stops.'
  },
  errors: [
    { ask: 'arg=x', says: 'time: invalid duration "x"' }
  ],
  args: { time: argument.string('time', 'A duration, for example 1h.') },
  answers: 'nothing',

  async run ({ time }, { node }) {
    const ms = parseGoDurationMs(time)

    if (ms === undefined) {
      throw new Error(durationError(time))
    }

    node.requests.setKeepTime(ms)
    await node.runtime?.saved()
    return emptyResult()
  }
})
