import { base64url } from 'multiformats/bases/base64'
import { peerIdEncoder } from '../../cid/peer-id/peer-id-encoder.ts'
import { signMessage } from '../../keys/message-signature.ts'
import { SELF } from '../../keys/store/refuse-self.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { emittedResult } from '../../rpc/command/result.ts'
import { ipnsBase } from '../shared/common-options.ts'
import { firstFile } from '../shared/entry-bytes.ts'
import { keyOutput } from './key-output.ts'

export const keySign = command({
  help: {
    tagline: 'Sign bytes with a key.',
    description:
      'The signature covers the prefix "libp2p-key signed message:" and the bytes, so that it is valid for nothing ' +
      'else.'
  },
  errors: [
    { ask: 'key=nosuch', body: 'x', says: 'no key by the given name was found' }
  ],
  status: 'experimental',
  args: { data: argument.file('data', 'The bytes.', { stdin: true }) },
  options: { key: option.string('key,k', 'Name of the key. Default: self'), ipnsBase },
  output: outputShape('KeySignOutput', 'Key:object Signature:string', 'Key:{Name:string Id:string} Signature:string'),

  async run ({ data, key, ipnsBase }, { node, signal }) {
    const write = peerIdEncoder(ipnsBase)
    const name = key == null || key === '' ? SELF : key
    const message = await firstFile(data, signal)
    const privateKey = await node.keys.privateKey(name)
    return emittedResult({
      Key: keyOutput({ name, id: privateKey.publicKey.toMultihash() }, write),
      Signature: base64url.encode(await signMessage(privateKey, message))
    })
  }
})
