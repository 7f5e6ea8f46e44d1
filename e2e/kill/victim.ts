import type { AskedNode } from './asked-node.ts'
import type { LogPositions } from './leveldb-log.ts'
import type { Random } from './random.ts'

/** What runs a node that is to be killed. */
export interface Victim {
  /** the node of this moment */
  readonly node: AskedNode
  /** what can be killed of it */
  readonly kills: readonly string[]
  /** whether it is given more than a browser, which would be too slow for it */
  readonly large?: true
  kill: (what: string) => Promise<void>
  /** Behind a kill: the node can be asked again. @returns where the logs of its disk were cut, if they were */
  again: (killed: string, random: Random) => Promise<{ text: string, at: LogPositions | undefined } | undefined | void>
  /** Lets it end in order, and starts it. */
  restart: () => Promise<void>
  /** Starts it whatever state it is in. */
  revive: () => Promise<void>
  /** Whether requests that a kill has cut are sent a second time by what runs it. */
  sendsAgain: (killed: string) => boolean
  /** how far the logs of its disk are written; empty where none is cut */
  positions: () => LogPositions
  /** What lies on its disk of blocks when the node has thrown all away; it is not asked where it cannot be told. */
  rest?: () => Promise<string[]>
  end: () => Promise<void>
}
