import { toAsyncGenerator } from '../../async/iteration/to-async-generator.ts'
import { command } from '../../rpc/command/command.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { streamResult } from '../../rpc/command/result.ts'

export const versionDeps = command({
  help: { tagline: 'List the packages that are bundled.' },
  output: outputShape('Dependency', 'Path:string Version:string ReplacedBy:string Sum:string'),

  async run (_, { node }) {
    const dependencies = await node.dependencies()

    if (dependencies.length === 0) {
      throw new Error('no embedded dependency information')
    }

    return streamResult(toAsyncGenerator(dependencies))
  },

  text: ({ Path, Version, ReplacedBy }) => `${Path}@${Version}${ReplacedBy === '' ? '' : ` => ${ReplacedBy}`}\n`
})
