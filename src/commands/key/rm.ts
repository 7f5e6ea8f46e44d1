import { peerIdEncoder } from '../../cid/peer-id/peer-id-encoder.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { ipnsBase } from '../shared/common-options.ts'
import { keyLines, keyListShape, keyOutput } from './key-output.ts'
import { long } from './long.ts'

export const keyRm = command({
  help: { tagline: 'Remove keys.' },
  differs: [
    'All given keys are removed, or none.'
  ],
  errors: [
    { ask: 'arg=nosuch', says: 'no key named nosuch was found' }
  ],
  args: { names: argument.string('name', 'Names of the keys.', { variadic: true, stdin: true }) },
  options: { long, ipnsBase },
  output: keyListShape,

  async run ({ names, ipnsBase }, { node }) {
    const write = peerIdEncoder(ipnsBase)
    return singleResult({ Keys: (await node.keys.remove(names)).map((key) => keyOutput(key, write)) })
  },

  text: ({ Keys }, { long }) => keyLines(Keys, long === true)
})
