import { decodeMultibase } from '../../cid/multibase/decode-multibase.ts'
import { peerIdEncoder } from '../../cid/peer-id/peer-id-encoder.ts'
import { verifyMessage } from '../../keys/message-signature.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { emittedResult } from '../../rpc/command/result.ts'
import { ipnsBase } from '../shared/common-options.ts'
import { firstFile } from '../shared/entry-bytes.ts'
import { keyOutput } from './key-output.ts'

export const keyVerify = command({
  help: { tagline: 'Verify a signature.' },
  differs: [
    'A wrong RSA signature and a malformed secp256k1 signature return false (Kubo: 500).'
  ],
  errors: [
    { ask: 'signature=x', body: 'x', says: 'selected encoding not supported' }
  ],
  status: 'experimental',
  args: { data: argument.file('data', 'The bytes.', { stdin: true }) },
  options: {
    key: option.string('key,k', 'Name or ID of the key. Default: self'),
    signature: option.string('signature,s', 'The signature, multibase-encoded.'),
    ipnsBase
  },
  output: outputShape(
    'KeyVerifyOutput',
    'Key:object SignatureValid:bool',
    'Key:{Name:string Id:string} SignatureValid:bool'
  ),

  async run ({ data, key: nameOrId, signature, ipnsBase }, { node, signal }) {
    const write = peerIdEncoder(ipnsBase)
    const bytes = decodeMultibase(new TextEncoder().encode(signature ?? ''))
    const message = await firstFile(data, signal)
    const { key, publicKey } = await node.keys.publicKeyOf(nameOrId ?? '')
    return emittedResult({ Key: keyOutput(key, write), SignatureValid: await verifyMessage(publicKey, message, bytes) })
  }
})
