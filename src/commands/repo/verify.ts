import { bufferedGenerator } from '../../async/iteration/buffered-generator.ts'
import { durationError, parseGoDurationMs } from '../../go/time/parse-duration.ts'
import { repoVerify as verifyJob } from '../../jobs/kinds/repo-verify.ts'
import type { VerifyReport } from '../../jobs/kinds/repo-verify.ts'
import { CorruptBlocksError } from '../../repo/verify-summary.ts'
import { command } from '../../rpc/command/command.ts'
import { ReportedError } from '../../rpc/command/errors.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { MUST_BE_ONLINE } from '../shared/online-node.ts'

interface VerifyProgress {
  /** message about a corrupt block, or at the end; empty for a block count */
  Msg: string
  Progress: number
}

export const repoVerify = command({
  help: {
    tagline: 'Verify all blocks.',
    description:
      'Reads and hashes every block, and returns the corrupt ones. drop removes them; heal removes and fetches ' +
      'them again. Without these options nothing changes.'
  },
  errors: [
    { ask: 'heal=true', says: "this command must be run in online mode. Try running 'ipfs daemon' first" }
  ],
  options: {
    drop: option.bool('drop', 'Remove corrupt blocks.'),
    heal: option.bool('heal', 'Remove corrupt blocks and fetch them again.'),
    healTimeout: option.string('heal-timeout', 'Time limit for fetching each block; 0 for no limit.', {
      default: '30s'
    })
  },
  output: outputShape('VerifyProgress', 'Msg:string Progress:int'),

  run ({ drop, heal, healTimeout }, { node, wantsOffline: offline, signal, deadline }) {
    const healTimeoutMs = parseGoDurationMs(healTimeout)

    if (healTimeoutMs === undefined) {
      throw new Error(`invalid heal-timeout: ${durationError(healTimeout)}`)
    }

    if (healTimeoutMs < 0) {
      throw new Error('heal-timeout must be >= 0')
    }

    if (heal === true && node.exchange?.session() == null) {
      throw new Error(MUST_BE_ONLINE)
    }

    const otherwise = drop === true ? 'drop' : 'none'
    const job = verifyJob(node, {
      repair: heal === true ? 'heal' : otherwise,
      healTimeoutMs,
      offline
    })

    return streamResult((async function* (): AsyncGenerator<VerifyProgress> {
      let summary = ''

      // A stalled reader delays only this job, for which no request waits.
      const reports = bufferedGenerator<VerifyReport>(async (report, signal) => {
        summary = await node.jobs.run(job, { report, signal, until: deadline }).result
      }, signal)

      try {
        for await (const { message, count } of reports) {
          if (message !== '') {
            yield { Msg: message, Progress: 0 }
          }

          yield { Msg: '', Progress: count }
        }
      } catch (err) {
        throw err instanceof CorruptBlocksError ? new ReportedError(err.message, { cause: err }) : err
      }

      yield { Msg: summary, Progress: 0 }
    })())
  },

  text ({ Msg, Progress }) {
    if (Msg === '') {
      return `${Progress} blocks processed.\r`
    }

    // Padded, because the command line overwrites the previous count.
    return `${Msg.includes('was corrupt') || Msg.length >= 20 ? Msg : `${Msg}             `}\n`
  }
})
