import type { AskedNode } from './asked-node.ts'
import type { LogPositions } from './leveldb-log.ts'
import type { Random } from './random.ts'

/** Runs a node that is to be killed. */
export interface Victim {
  /** the current node */
  readonly node: AskedNode
  /** kinds of kills that it supports */
  readonly kills: readonly string[]
  /** whether it also gets actions that are too slow in a browser */
  readonly large?: true
  kill: (what: string) => Promise<void>
  /**
   * Makes the node usable again after a kill.
   *
   * @returns the positions where its logs were cut, if they were
   */
  again: (killed: string, random: Random) => Promise<{ text: string; at: LogPositions | undefined } | undefined | void>
  /** Shuts it down in order, and starts it. */
  restart: () => Promise<void>
  /** Starts it from any state. */
  revive: () => Promise<void>
  /** Returns whether its platform repeats requests that a kill interrupted. */
  sendsAgain: (killed: string) => boolean
  /** log positions on its disk; empty if none is cut */
  positions: () => LogPositions
  /** Returns the block data on its disk after the node has removed everything. Missing if that cannot be determined. */
  rest?: () => Promise<string[]>
  end: () => Promise<void>
}
