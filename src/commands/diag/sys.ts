import { systemFacts } from '../../diag/system-facts.ts'
import { command } from '../../rpc/command/command.ts'
import { parseFields } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'

export const diagSys = command({
  help: {
    tagline: 'Show information about the system.',
    description: 'The disk size is the storage quota of this site. numgoroutines counts running requests and jobs.'
  },
  differs: [
    'The disk size is the storage quota of this site.'
  ],
  answers: { fields: parseFields('diskinfo environment ipfs_commit:string ipfs_version:string memory net runtime') },
  run: async (_, { node }) => singleResult(await systemFacts(node))
})
