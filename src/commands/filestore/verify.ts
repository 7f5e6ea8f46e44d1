import { REFERENCE_STATUS } from '../../blocks/references/corrupt-reference-error.ts'
import type { References } from '../../blocks/references/references.ts'
import { linkedCid } from '../../cid/text/cid-link.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { streamResult } from '../../rpc/command/result.ts'
import { cidsArgument, fileOrderOption } from './filestore-arguments.ts'
import { listResShape } from './listed-reference.ts'
import type { ListRes } from './listed-reference.ts'
import { listedReferences } from './listed-references.ts'
import { referencesOf } from './references-of.ts'

/** Statuses for which the reference is kept, because the file is not at fault. */
const KEPT: number[] = [REFERENCE_STATUS.ok, REFERENCE_STATUS.otherError]

export const filestoreVerify = command({
  help: {
    tagline: 'Verify the referenced files.',
    description:
      'Reads the referenced data and compares its hashes. Status codes: 0 valid, 10 read error, 11 file missing, ' +
      '12 file changed, 20 another error, 30 no reference.'
  },
  differs: [
    'A server that ignores range requests is an error (Kubo: a changed file).'
  ],
  errors: [
    { ask: '', says: 'filestore is not enabled, see https://git.io/vNItf' }
  ],
  args: { cids: cidsArgument },
  options: {
    fileOrder: fileOrderOption,
    removeBad: option.bool('remove-bad-blocks', 'Remove references with a status from 10 to 12, pinned or not.')
  },
  output: listResShape,

  run ({ cids, fileOrder, removeBad }, { node, signal }) {
    const references = referencesOf(node)
    const verified = listedReferences(references, { cids, fileOrder, verify: true, signal })
    return streamResult(removeBad === true ? withoutBad(references, verified) : verified)
  }
})

async function* withoutBad (references: References, verified: AsyncIterable<ListRes>): AsyncGenerator<ListRes> {
  for await (const line of verified) {
    if (line.Key != null && !KEPT.includes(line.Status)) {
      await references.delete([linkedCid(line.Key)])
    }

    yield line
  }
}
