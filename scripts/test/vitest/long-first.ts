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

  #rank ({ moduleId }: TestSpecification): number {
    const at = LONG.indexOf(path.relative(this.ctx.config.root, moduleId).replaceAll(path.sep, '/'))
    return at === -1 ? LONG.length : at
  }
}
