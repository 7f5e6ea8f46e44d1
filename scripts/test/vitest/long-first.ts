import { statSync } from 'node:fs'
import path from 'node:path'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/**
 * Test files that wait for tens of seconds, the longest first. They must start first: at the end they would run alone,
 * on idle cores.
 */
export const LONG = [
  'edge/golden.test.ts',
  'src/testing/replay/golden.test.ts',
  'edge/memory.test.ts',
  'src/libp2p/limits/silent-peers.test.ts',
  'src/libp2p/saturated-line.test.ts',
  'src/node-adapter/own-reachability.test.ts',
  'src/node/providing/providing.test.ts'
]

/**
 * Vitest's order (by duration, or by size on a fresh clone), but with the known long files first within their project.
 * Shards get files of about equal length: Vitest's own are chosen by the hash of the path, and one may end long after
 * the other.
 */
export class LongFirst extends BaseSequencer {
  override async sort (files: TestSpecification[]): Promise<TestSpecification[]> {
    // Keeps the files of a project together, because they share imports.
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).sort((a, b) => this.#rank(a) - this.#rank(b))
    )
  }

  /** Deals the files to the shards, the longest first. Depends on nothing that another shard may change meanwhile. */
  override async shard (files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard!
    const sizes = new Map(files.map(({ moduleId }) => [moduleId, statSync(moduleId).size]))
    const size = ({ moduleId }: TestSpecification): number => sizes.get(moduleId) ?? 0
    const dealt = files.toSorted((a, b) =>
      this.#rank(a) - this.#rank(b) || a.project.name.localeCompare(b.project.name) || size(b) - size(a) ||
      a.moduleId.localeCompare(b.moduleId)
    )
    return dealt.filter((_, i) => i % count === index - 1)
  }

  #rank ({ moduleId }: TestSpecification): number {
    const at = LONG.indexOf(path.relative(this.ctx.config.root, moduleId).replaceAll(path.sep, '/'))
    return at === -1 ? LONG.length : at
  }
}
