import type { Exchange } from '../blocks/exchange.ts'
import type { Names } from '../names/names.ts'
import type { PinnedRepo } from '../pins/pinned-repo.ts'

/** What jobs use of a node. */
export interface JobNode extends PinnedRepo {
  /** undefined on a node that was started offline */
  readonly exchange: Exchange | undefined
  readonly names: Pick<Names, 'resolve'>
}
