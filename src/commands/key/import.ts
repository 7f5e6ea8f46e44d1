import { peerIdEncoder } from '../../cid/peer-id/peer-id-encoder.ts'
import { followsNewerKubo } from '../../config/follows-newer-kubo.ts'
import { refuseSelf } from '../../keys/store/refuse-self.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { ipnsBase } from '../shared/common-options.ts'
import { firstFile } from '../shared/entry-bytes.ts'
import { keyFormat } from './key-options.ts'
import { keyOutput, keyShape } from './key-output.ts'

export const keyImport = command({
  help: {
    tagline: 'Import a private key.',
    description: 'Accepts keys that `ipfs key export` wrote, and PEM files of OpenSSL.'
  },
  differs: [
    'A key whose public part does not match is refused, and so are ECDSA keys. Errors about a PEM file do not ' +
    'contain it.'
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
    anyType: option.bool(
      'allow-any-key-type',
      'Allow keys of the type secp256k1 too. Without effect with `Version.KuboAnswers` `0.43`.',
      { default: false }
    )
  },
  output: keyShape,

  async run ({ name, key, ipnsBase, format, anyType }, { node, signal }) {
    refuseSelf(name, 'import')
    const write = peerIdEncoder(ipnsBase)
    return singleResult(
      keyOutput(
        await node.keys.importKey(name, await firstFile(key, signal), {
          format,
          anyType: anyType || followsNewerKubo(node.config)
        }),
        write
      )
    )
  },

  text: ({ Id }) => `${Id}\n`
})
