import { systemFacts } from '../../diag/system-facts.ts'
import { command } from '../../rpc/command/command.ts'
import { fields } from '../../rpc/command/output.ts'
import { once } from '../../rpc/command/result.ts'

export const diagSys = command({
  help: {
    tagline: 'Show what the node knows of the machine that it runs on.',
    description: 'The disk is what the browser lets this site use; numgoroutines counts the work behind the answers.'
  },
  differs: [
    'Of the disk it tells what the browser lets this site use.'
  ],
  answers: { fields: fields('diskinfo environment ipfs_commit:string ipfs_version:string memory net runtime') },
  run: async (_, { node }) => once(await systemFacts(node))
})
