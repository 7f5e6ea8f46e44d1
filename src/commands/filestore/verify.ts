import { REFERENCE_STATUS } from '../../blocks/references/corrupt-reference-error.ts'
import type { References } from '../../blocks/references/references.ts'
import { linkedCid } from '../../cid/text/cid-link.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { stream } from '../../rpc/command/result.ts'
import { cidsArgument, fileOrderOption } from './filestore-arguments.ts'
import { listResShape } from './listed-reference.ts'
import type { ListRes } from './listed-reference.ts'
import { listedReferences } from './listed-references.ts'
import { referencesOf } from './references-of.ts'

/** Statuses for which the reference is kept, because the file is not at fault. */
const KEPT: number[] = [REFERENCE_STATUS.ok, REFERENCE_STATUS.otherError]

export const filestoreVerify = command({
  help: {
    tagline: 'Check that the files still hold what the references say.',
    description:
      'Reads all that is referred to and compares its hashes. Status: 0 it is there, 10 it cannot be read, 11 there is no such file any more, 12 it has changed, 20 the reference is broken, 30 there is none.'
  },
  differs: [
    'A server that ignores ranges is an error (Kubo takes it for a change).'
  ],
  errors: [
    { ask: '', says: 'filestore is not enabled, see https://git.io/vNItf' }
  ],
  args: { cids: cidsArgument },
  options: {
    fileOrder: fileOrderOption,
    removeBad: option.bool('remove-bad-blocks', 'Drop references that do not hold, pinned or not.')
  },
  output: listResShape,

  run ({ cids, fileOrder, removeBad }, { node, signal }) {
    const references = referencesOf(node)
    const verified = listedReferences(references, { cids, fileOrder, verify: true, signal })
    return stream(removeBad === true ? withoutBad(references, verified) : verified)
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
