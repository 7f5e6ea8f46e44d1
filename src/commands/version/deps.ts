import type { Dependency } from '../../node/interface/ipfs-node.ts'
import { command } from '../../rpc/command/command.ts'
import { shape } from '../../rpc/command/output.ts'
import { stream } from '../../rpc/command/result.ts'

export const versionDeps = command({
  help: { tagline: 'List the packages that are bundled.' },
  output: shape('Dependency', 'Path:string Version:string ReplacedBy:string Sum:string'),

  async run (_, { node }) {
    const dependencies = await node.dependencies()

    if (dependencies.length === 0) {
      throw new Error('no embedded dependency information')
    }

    return stream(each(dependencies))
  },

  text: ({ Path, Version, ReplacedBy }) => `${Path}@${Version}${ReplacedBy === '' ? '' : ` => ${ReplacedBy}`}\n`
})

async function* each (dependencies: readonly Dependency[]): AsyncGenerator<Dependency> {
  yield* dependencies
}
