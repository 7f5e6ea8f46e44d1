import { blockReader } from '../../../blocks/reader/block-reader.ts'
import { ContentBlockedError } from '../../../denylist/content-blocked-error.ts'
import type { BlockedBy } from '../../../denylist/content-blocked-error.ts'
import { isError } from '../../../errors/define-error.ts'
import type { IpfsNode } from '../../../node/interface/ipfs-node.ts'
import { parsePathOrCid } from '../../../path/content-path.ts'
import type { ContentPath } from '../../../path/content-path.ts'
import { resolvePath } from '../../../path/resolve-path.ts'
import { argument } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { singleResult } from '../../../rpc/command/result.ts'

export const checkDenylists = command({
  help: {
    tagline: 'Show whether a content is blocked, and by which rule of which list.',
    description:
      'Follows the path through local blocks and names; it fetches nothing. Rule, List and Line name the rule that ' +
      'decides, an exception too.'
  },
  errors: [{ ask: 'arg=none', says: 'invalid path "none": path does not have enough components' }],
  args: { path: argument.string('ipfs-path', 'Path or CID of the content.') },
  output: outputShape('DenylistVerdict', 'Path:string Blocked:bool Status?:int Rule?:string List?:string Line?:int'),

  async run ({ path }, { node, signal }) {
    const parsed = parsePathOrCid(path)
    const decided = node.denylists.decide(parsed)
    const by = decided ?? await blockedOnTheWay(node, parsed, signal)
    const Blocked = by != null && decided?.allows !== true

    return singleResult({
      Path: parsed.text,
      Blocked,
      Status: Blocked ? by.status : 0,
      Rule: by == null ? '' : await node.denylists.ruleText(by.list, by.line),
      List: by?.list ?? '',
      Line: by?.line ?? 0
    })
  },

  text: ({ Path, Blocked, Rule, List, Line }) =>
    `${Path} ${Blocked ? 'is blocked' : 'is not blocked'}${Rule === '' ? '' : ` (${List}:${Line}: ${Rule})`}\n`
})

/** Returns the rule that blocks something that a path leads to, as far as it can be followed here. */
async function blockedOnTheWay (
  node: IpfsNode,
  path: ContentPath,
  signal: AbortSignal
): Promise<BlockedBy | undefined> {
  try {
    await resolvePath(path, {
      blocks: blockReader(node.blockstore, undefined),
      signal,
      resolveName: async (path, { signal }) => (await node.names.resolve(path, { offline: true, signal })).path
    })
    return undefined
  } catch (err) {
    signal.throwIfAborted()
    return blockingRule(err)
  }
}

function blockingRule (err: unknown): BlockedBy | undefined {
  if (!(err instanceof Error)) {
    return undefined
  }

  return isError(err, ContentBlockedError) ? err.by : blockingRule(err.cause)
}
