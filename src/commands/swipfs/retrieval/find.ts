import type { JobSpec } from '../../../jobs/job-spec.ts'
import { findContent } from '../../../jobs/kinds/find-content.ts'
import { parsePathOrCid } from '../../../path/content-path.ts'
import { argument } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { singleResult } from '../../../rpc/command/result.ts'

export const findContentCommand = command({
  help: {
    tagline: 'Start a job that looks for content until a source has it.',
    description:
      'Stores the root block of the path, and pins nothing. Answers with the ID of the job (swipfs/jobs/ls), whose ' +
      'message is the CID once it is done.'
  },
  errors: [{ ask: 'arg=none', says: 'invalid path "none": path does not have enough components' }],
  args: { path: argument.string('ipfs-path', 'Path of the content.') },
  output: outputShape('FindJob', 'ID:string'),

  async run ({ path }, { node }) {
    parsePathOrCid(path)
    const job = findContent(node, { path }) as unknown as JobSpec<unknown, unknown>
    return singleResult({ ID: await node.jobs.start(job) })
  },

  text: ({ ID }) => `${ID}\n`
})
