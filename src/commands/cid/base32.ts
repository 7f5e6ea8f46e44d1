import { multibaseEncoder } from '../../cid/text/cid-encoder.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { cidFormatRes, convertCids } from './convert-cids.ts'

export const cidBase32 = command({
  help: {
    tagline: 'Convert CIDs to version 1 in base32.',
    description: 'Converts each CID to its lowercase form, which host names require.'
  },
  args: { cids: argument.string('cid', 'CIDs to convert.', { variadic: true, stdin: true, trim: true }) },
  output: cidFormatRes,
  run: ({ cids }) => streamResult(convertCids(cids, { format: '%s', version: 1, base: multibaseEncoder('base32') }))
})
