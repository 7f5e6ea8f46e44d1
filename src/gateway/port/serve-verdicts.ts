import { CID } from 'multiformats/cid'
import type { BlockedBy } from '../../denylist/content-blocked-error.ts'
import type { ContentPolicy } from '../../denylist/content-policy.ts'
import { parsePath } from '../../path/content-path.ts'
import type { CallHandler } from '../../port/serve-calls.ts'

/** The maximum number of CIDs and paths in one call: a window of blocks, or the paths along a path. */
const MAX_CONTENTS = 4096

/** Calls of a gateway over a port that asks about its cached content. */
export interface VerdictCalls {
  verdicts: {
    input: { cids: string[]; paths: string[] }
    value: {
      /** whether the node has denylists */
      hasLists: boolean
      /** the rule that blocks each CID, then each path */
      rules: Array<BlockedBy | undefined>
    }
  }
}

/**
 * Answers whether the denylists of this node block contents.
 *
 * @param open - called for every call, because the node may be opened late
 */
export function serveVerdicts (
  open: () => Promise<ContentPolicy | undefined>
): Record<keyof VerdictCalls, CallHandler> {
  return {
    async *verdicts (input) {
      const { cids, paths } = input as VerdictCalls['verdicts']['input']
      const rules = (await open())?.rules

      if (cids.length + paths.length > MAX_CONTENTS) {
        throw new RangeError(`more than ${MAX_CONTENTS} contents in one call`)
      }

      yield {
        value: {
          hasLists: rules != null,
          rules: rules == null ? [] : [
            ...cids.map((cid) => rules.blockOf(CID.parse(cid))),
            ...paths.map((path) => rules.pathOf(parsePath(path)))
          ]
        } satisfies VerdictCalls['verdicts']['value']
      }
    }
  }
}
