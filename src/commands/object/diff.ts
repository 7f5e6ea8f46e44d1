import { cidLink } from '../../cid/text/cid-link.ts'
import type { CidLink } from '../../cid/text/cid-link.ts'
import { diffNodes } from '../../dag/diff-nodes.ts'
import type { NodeChange } from '../../dag/diff-nodes.ts'
import { goQuote } from '../../go/text/quote.ts'
import { parsePathOrCid } from '../../path/content-path.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { verbose } from '../shared/common-options.ts'
import { nodeAt } from './node-at.ts'

/** boxo `dagutils.ChangeType` */
const TYPES = { added: 0, removed: 1, changed: 2 } as const

interface Change {
  Type: number
  Path: string
  Before: CidLink | null
  After: CidLink | null
}

export const objectDiff = command({
  help: {
    tagline: 'Show the differences between two directories.',
    description: 'Compares the links of dag-pb nodes recursively by name. For a sharded directory, compares its shards.'
  },
  status: 'deprecated',
  args: {
    before: argument.string('obj_a', 'Path of the first directory.'),
    after: argument.string('obj_b', 'Path of the second directory.')
  },
  options: { verbose },
  output: outputShape('Changes', 'Changes:[]*dagutils.Change'),

  async run ({ before, after }, context) {
    const paths = [parsePathOrCid(before), parsePathOrCid(after)]
    const [a, b] = [await nodeAt(paths[0], context), await nodeAt(paths[1], context)]
    const changes = await diffNodes(a, b, context)
    return singleResult({ Changes: changes.map(toChange) })
  },

  text: ({ Changes }, { verbose }) =>
    Changes.map((change) => `${verbose === true ? changeSentence(change) : changeLine(change)}\n`).join('')
})

function toChange (change: NodeChange): Change {
  return {
    Type: TYPES[change.kind],
    Path: change.path,
    Before: change.kind === 'added' ? null : cidLink(change.before),
    After: change.kind === 'removed' ? null : cidLink(change.after)
  }
}

function changeSentence ({ Type, Path, Before, After }: Change): string {
  switch (Type) {
    case TYPES.added:
      return `Added new link ${goQuote(Path)} pointing to ${linkText(After)}.`
    case TYPES.removed:
      return `Removed link ${goQuote(Path)} (was ${linkText(Before)}).`
    default:
      return `Changed ${goQuote(Path)} from ${linkText(Before)} to ${linkText(After)}.`
  }
}

function changeLine ({ Type, Path, Before, After }: Change): string {
  switch (Type) {
    case TYPES.added:
      return `+ ${linkText(After)} ${goQuote(Path)}`
    case TYPES.removed:
      return `- ${linkText(Before)} ${goQuote(Path)}`
    default:
      return `~ ${linkText(Before)} ${linkText(After)} ${goQuote(Path)}`
  }
}

function linkText (link: CidLink | null): string {
  return link?.['/'] ?? ''
}
