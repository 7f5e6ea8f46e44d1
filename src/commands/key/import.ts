import { peerIdEncoder } from '../../cid/peer-id/peer-id-encoder.ts'
import { refuseSelf } from '../../keys/store/refuse-self.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { once } from '../../rpc/command/result.ts'
import { firstFile } from '../shared/first-file.ts'
import { ipnsBase } from '../shared/ipns-base.ts'
import { keyFormat } from './key-options.ts'
import { keyOutput, keyShape } from './key-output.ts'

export const keyImport = command({
  help: {
    tagline: 'Take in a private key.',
    description: 'Keys of Kubo, as `key export` writes them, or of openssl in PEM.'
  },
  differs: [
    'A key whose public part is of another is refused, and so are ECDSA keys. The error about a PEM does not show it.'
  ],
  errors: [
    { ask: 'arg=self&ipns-base=x', body: 'x', says: "cannot import key with name 'self'" },
    {
      ask: 'arg=a',
      body: 'x',
      says: 'unable to unmarshall format=libp2p-protobuf-cleartext: proto: cannot parse invalid wire-format data'
    }
  ],
  args: { name: argument.string('name', 'Name of the key.'), key: argument.file('key', 'The private key.') },
  options: {
    ipnsBase,
    format: keyFormat,
    anyType: option.bool('allow-any-key-type', 'Take keys of other kinds too.', { default: false })
  },
  output: keyShape,

  async run ({ name, key, ipnsBase, format, anyType }, { node, signal }) {
    refuseSelf(name, 'import')
    const write = peerIdEncoder(ipnsBase)
    return once(keyOutput(await node.keys.importKey(name, await firstFile(key, signal), { format, anyType }), write))
  },

  text: ({ Id }) => `${Id}\n`
})
