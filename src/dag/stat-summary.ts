import type { CID } from 'multiformats/cid'
import { CidSet } from '../cid/sets/cid-set.ts'
import { shortFloat32 } from '../go/numbers/float32.ts'

/** Sizes of one DAG: bytes and blocks, each block once. Zeros are omitted. */
export interface DagStat {
  Cid: string
  Size: number | undefined
  NumBlocks: number | undefined
}

/** Sizes of DAGs that may share blocks (Kubo `core/commands/dag/dag.go`). */
export interface StatSummary {
  UniqueBlocks: number
  TotalSize: number
  SharedSize: number
  /** 0 during the count. Undefined for DAGs without bytes, for which Kubo fails to encode NaN. */
  Ratio: number | undefined
  DagStats: DagStat[]
}

/** Counts blocks of several DAGs. */
export class StatCounter {
  readonly #met = new CidSet({ versions: true })
  readonly #stats: DagStat[] = []
  #total = 0
  #redundant = 0

  /**
   * Attributes subsequent blocks to a root.
   *
   * @param root - its CID as text
   */
  begin (root: string): void {
    // The order of the members is that of the answer.
    this.#stats.push({ Cid: root, Size: undefined, NumBlocks: undefined })
  }

  /**
   * Counts a block for the current root.
   *
   * @param size - bytes
   */
  count (cid: CID, size: number): void {
    const stat = this.#stats[this.#stats.length - 1]
    stat.NumBlocks = (stat.NumBlocks ?? 0) + 1
    this.#redundant += size

    if (size > 0) {
      stat.Size = (stat.Size ?? 0) + size
    }

    if (this.#met.add(cid)) {
      this.#total += size
    }
  }

  /** Returns the progress of the count. Figures that are only known at the end are zero. */
  progress (): StatSummary {
    return { UniqueBlocks: 0, TotalSize: this.#total, SharedSize: 0, Ratio: 0, DagStats: this.#stats }
  }

  summary (): StatSummary {
    return {
      UniqueBlocks: this.#met.size,
      TotalSize: this.#total,
      SharedSize: this.#redundant - this.#total,
      Ratio: this.#total === 0 ? undefined : shortFloat32(Math.fround(this.#redundant) / Math.fround(this.#total)),
      DagStats: this.#stats
    }
  }
}
