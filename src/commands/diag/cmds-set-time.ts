import { durationError, parseGoDurationMs } from '../../go/time/parse-duration.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { nothing } from '../../rpc/command/result.ts'

export const diagCmdsSetTime = command({
  help: {
    tagline: 'Set how long requests that are over are remembered.',
    description:
      'None at first. They go when others come; at most 1000 of them are remembered. The time lasts until the node stops; in a browser until shutdown, or until the browser ends, while the requests themselves are in the memory of the worker.'
  },
  errors: [
    { ask: 'arg=x', says: 'time: invalid duration "x"' }
  ],
  args: { time: argument.string('time', 'A duration, such as 1h.') },
  answers: 'nothing',

  async run ({ time }, { node }) {
    const ms = parseGoDurationMs(time)

    if (ms === undefined) {
      throw new Error(durationError(time))
    }

    node.requests.setKeepTime(ms)
    await node.runtime?.saved()
    return nothing()
  }
})
