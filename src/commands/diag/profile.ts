import type { COLLECTORS } from '../../diag/collectors.ts'
import { emptyProfile, profile } from '../../diag/profile.ts'
import { goQuote } from '../../go/text/quote.ts'
import { durationError, parseGoDurationMs } from '../../go/time/parse-duration.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { bytesResult } from '../../rpc/command/result.ts'

export const diagProfile = command({
  help: {
    tagline: 'Collect a performance profile.',
    description:
      'Returns a zip with version.json, heap.json (memory), node.json (counters and services, for the collector ' +
      'goroutines-stack), cpu.json (delays of timers) and trace.ndjson (log records, see log/level). The ' +
      'collectors goroutines-pprof, allocs, bin, mutex and block are not possible in a browser and produce no ' +
      'files; the options for mutexes and blocking have no effect. The zip contains no settings, keys or content.'
  },
  differs: [
    "The zip contains version.json, heap.json, node.json (requests and jobs), cpu.json and trace.ndjson for Kubo's " +
    'collector names, and nothing for goroutines-pprof, allocs, bin, mutex and block.'
  ],
  options: {
    output: option.string('output,o', 'Name of the archive (command line only).'),
    collectors: option.array('collectors', 'Collectors to run.', {
      default: [
        'goroutines-stack',
        'goroutines-pprof',
        'version',
        'heap',
        'allocs',
        'bin',
        'cpu',
        'mutex',
        'block',
        'trace'
      ] satisfies Array<keyof typeof COLLECTORS>
    }),
    profileTime: option.string('profile-time', 'Duration of the profile; 0 skips the collectors cpu and trace.', {
      default: '30s'
    }),
    mutexProfileFraction: option.int(
      'mutex-profile-fraction',
      'Fraction of mutex contention events to record. Has no effect in this node.',
      { default: 4 }
    ),
    blockProfileRate: option.string(
      'block-profile-rate',
      'Sampling interval of blocking events; must be a duration. Has no effect in this node.',
      {
        default: '1ms'
      }
    )
  },
  answersBytes: true,

  run ({ collectors, profileTime, blockProfileRate }, { node, signal }) {
    const watchMs = parseDurationOption(profileTime, 'profile duration')
    parseDurationOption(blockProfileRate, 'block profile rate')
    return bytesResult(profileArchive(node, collectors, { watchMs, signal }), { contentType: 'application/zip' })
  }
})

function parseDurationOption (text: string, name: string): number {
  const ms = parseGoDurationMs(text)

  if (ms === undefined) {
    throw new Error(`failed to parse ${name} ${goQuote(text)}: ${durationError(text)}`)
  }

  return ms
}

/** Yields the archive. Like Kubo, it sends an archive in any case, and then the error. */
async function* profileArchive (
  node: IpfsNode,
  collectors: readonly string[],
  options: { watchMs: number; signal: AbortSignal }
): AsyncGenerator<Uint8Array> {
  try {
    yield await profile(node, collectors, options)
  } catch (err) {
    yield emptyProfile()
    throw err
  }
}
