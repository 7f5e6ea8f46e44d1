import type { COLLECTORS } from '../../diag/collectors.ts'
import { emptyProfile, profile } from '../../diag/profile.ts'
import { goQuote } from '../../go/text/quote.ts'
import { durationError, parseGoDurationMs } from '../../go/time/parse-duration.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { bytes } from '../../rpc/command/result.ts'

export const diagProfile = command({
  help: {
    tagline: 'Collect what helps to find out why the node is slow.',
    description:
      'A zip with version.json, heap.json (memory), node.json (counters and services; goroutines-stack), cpu.json (how late timers went off) and ' +
      'trace.ndjson (what was told, see log/level). No script can make the files of goroutines-pprof, allocs, bin, mutex and block, which are left out, and ' +
      'so the options for mutexes and blocking change nothing. Settings, keys and content are not in it.'
  },
  differs: [
    "It has what a script can tell (version.json, heap.json, node.json with requests and jobs, cpu.json, trace.ndjson) under Kubo's names of collectors, and no files for goroutines-pprof, allocs, bin, mutex and block."
  ],
  options: {
    output: option.string('output,o', 'Name of the archive, for the command line.'),
    collectors: option.array('collectors', 'What to collect.', {
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
    profileTime: option.string('profile-time', 'How long to watch; 0 leaves out what needs time.', { default: '30s' }),
    mutexProfileFraction: option.int(
      'mutex-profile-fraction',
      'One of so many waits for a lock is recorded; not here.',
      { default: 4 }
    ),
    blockProfileRate: option.string('block-profile-rate', 'Time between two looks at what waits; not here.', {
      default: '1ms'
    })
  },
  answersBytes: true,

  run ({ collectors, profileTime, blockProfileRate }, { node, signal }) {
    const watchMs = duration(profileTime, 'profile duration')
    duration(blockProfileRate, 'block profile rate')
    return bytes(archive(node, collectors, { watchMs, signal }), { contentType: 'application/zip' })
  }
})

function duration (text: string, what: string): number {
  const ms = parseGoDurationMs(text)

  if (ms === undefined) {
    throw new Error(`failed to parse ${what} ${goQuote(text)}: ${durationError(text)}`)
  }

  return ms
}

/** Yields the archive. Like Kubo, it sends an archive in any case, and then the error. */
async function* archive (
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
