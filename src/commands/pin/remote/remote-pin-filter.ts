import type { CID } from 'multiformats/cid'
import { goQuote } from '../../../go/text/quote.ts'
import { cidOfArgument } from '../../../path/cid-of-argument.ts'
import { REMOTE_STATUSES } from '../../../pins/remote/remote-pin.ts'
import type { RemotePinFilter, RemoteStatus } from '../../../pins/remote/remote-pin.ts'
import { checkPinName } from '../../shared/pin-name.ts'

interface FilterOptions {
  name: string | undefined
  cids: string[] | undefined
  statuses: string[]
}

/**
 * Returns the filter of `ls` and `rm` (Kubo `core/commands/pin/remotepin.go`, `lsRemote`).
 *
 * @throws an Error with Kubo's message
 */
export function remotePinFilter ({ name = '', cids = [], statuses }: FilterOptions): RemotePinFilter {
  checkPinName(name)
  return { name, cids: cids.map(parsePinCid), statuses: statuses.map(parseStatus) }
}

function parsePinCid (text: string): CID {
  try {
    return cidOfArgument(text)
  } catch (err) {
    throw new Error(`CID ${goQuote(text)} cannot be parsed: ${(err as Error).message}`)
  }
}

function parseStatus (text: string): RemoteStatus {
  if (!REMOTE_STATUSES.includes(text as RemoteStatus)) {
    throw new Error(`status ${goQuote(text)} is not valid`)
  }

  return text as RemoteStatus
}
