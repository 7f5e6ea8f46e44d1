import type { CidLink } from '../../cid/text/cid-link.ts'
import { linkedCid } from '../../cid/text/cid-link.ts'
import { goQuote } from '../../go/text/quote.ts'
import type { Context } from '../../rpc/command/context.ts'

/** One line of the answer: a root, or the totals. */
export interface ImportOutput {
  Root?: { Cid: CidLink; PinErrorMsg: string }
  Stats?: { BlockCount: number; BlockBytesCount: number }
}

/**
 * Formats a line of the answer.
 *
 * @throws an Error for a root that could not be pinned, as Kubo's command line does
 */
export function importText (
  { Root, Stats }: ImportOutput,
  { silent }: { silent: boolean | undefined },
  { cids }: Context
): string {
  if (silent === true) {
    return ''
  }

  if (Root == null) {
    return `Imported ${Stats?.BlockCount} blocks (${Stats?.BlockBytesCount} bytes)\n`
  }

  const cid = cids.encode(linkedCid(Root.Cid))

  if (Root.PinErrorMsg !== '') {
    throw new Error(`pinning root ${goQuote(cid)} FAILED: ${Root.PinErrorMsg}`)
  }

  return `Pinned root\t${cid}\tsuccess\n`
}
