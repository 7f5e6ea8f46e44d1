import { peerIdEncoder } from '../../cid/peer-id/peer-id-encoder.ts'
import { escapeNonPrint } from '../../go/text/quote.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { ipnsBase } from '../shared/common-options.ts'

export const keyRename = command({
  help: { tagline: 'Rename a key.' },
  errors: [
    { ask: 'arg=nosuch&arg=b', says: 'no key named nosuch was found' },
    { ask: 'arg=self&arg=b', says: "cannot rename key with name 'self'" }
  ],
  args: { name: argument.string('name', 'Name of the key.'), newName: argument.string('newName', 'The new name.') },
  options: { force: option.bool('force,f', 'Replace an existing key of that name.'), ipnsBase },
  output: outputShape('KeyRenameOutput', 'Was:string Now:string Id:string Overwrite:bool'),

  async run ({ name, newName, force, ipnsBase }, { node }) {
    const write = peerIdEncoder(ipnsBase)
    const { key, overwrite } = await node.keys.rename(name, newName, { force: force === true })
    return singleResult({ Was: name, Now: newName, Id: write(key.id), Overwrite: overwrite })
  },

  text: ({ Id, Now, Overwrite }) =>
    `Key ${Id} renamed to ${escapeNonPrint(Now)}${Overwrite ? ' with overwriting' : ''}\n`
})
