import path from 'node:path'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Files whose tests wait for tens of seconds: begun last, as they were for being short, they waited alone, with the cores idle. The longest first. */
const LONG = ['edge/golden.test.ts', 'edge/memory.test.ts', 'src/libp2p/silent-peers.test.ts', 'src/libp2p/busy-line.test.ts', 'src/node-adapter/own-reachability.test.ts', 'src/node/providing.test.ts']

/** The order of vitest (by how long they took, on a fresh clone by size), but the files that are known to be long are ahead of the others of their project. */
export class LongFirst extends BaseSequencer {
  override async sort (files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.indexOf(path.relative(this.ctx.config.root, moduleId).replaceAll(path.sep, '/'))
      return at === -1 ? LONG.length : at
    }

    // a project stays together: its files share what they import
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    return projects.flatMap((name) => sorted.filter(({ project }) => project.name === name).sort((a, b) => rank(a) - rank(b)))
  }
}
