import type { JobState } from '../../../jobs/job-state.ts'
import { command } from '../../../rpc/command/command.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { streamResult } from '../../../rpc/command/result.ts'

interface ListedJob {
  ID: string
  Kind: string
  /** arguments without import settings; of several paths only the first, and their number as `pathCount` */
  Args: unknown
  Options: Record<string, string>
  Begun: string
  State: JobState['state']
  Progress: { Blocks: number; Bytes: number; WaitsFor?: string }
  Resumed: number
  Waiting: number
  Message: string
}

export const listJobs = command({
  help: {
    tagline: 'List running jobs, and those that ended without a client to report to.',
    description:
      'Kind is the command that started a job. Resumed counts its restarts with the node, Waiting the requests that ' +
      'wait for its end. A job in the state "waiting" continues after the user has acted.'
  },
  output: outputShape(
    'Job',
    'ID:string Kind:string Args:object Options?:map[string]string Begun:string State:string Progress:object ' +
      'Resumed:int Waiting:int Message?:string'
  ),

  run: (_, { node }) =>
    streamResult((async function* (): AsyncGenerator<ListedJob> {
      yield* (await node.jobs.all()).map(listedJob)
    })()),

  text: ({ ID, Kind, State, Progress, Message }) =>
    `${ID} ${Kind} ${State} ${Progress.Blocks} blocks${Message === '' ? '' : ` ${Message}`}\n`
})

function listedJob (
  { id, kind, args, asked = {}, begun, state, progress, resumed, waiting, message = '' }: JobState
): ListedJob {
  return {
    ID: id,
    Kind: kind,
    Args: shortArgs(args),
    Options: asked,
    Begun: begun,
    State: state,
    Progress: {
      Blocks: progress.blocks,
      Bytes: progress.bytes,
      ...progress.waitsFor == null ? {} : { WaitsFor: progress.waitsFor }
    },
    Resumed: resumed,
    Waiting: waiting,
    Message: message
  }
}

/** A job may have very many paths: keeps the first and their number. Omits import settings. */
function shortArgs (given: JobState['args']): unknown {
  const { paths, settings: _, ...args } = given as unknown as { paths?: string[] } & Record<string, unknown>
  return paths == null ? args : { ...args, paths: paths.slice(0, 1), pathCount: paths.length }
}
