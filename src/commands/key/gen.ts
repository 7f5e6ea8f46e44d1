import { peerIdEncoder } from '../../cid/peer-id/peer-id-encoder.ts'
import { followsNewerKubo } from '../../config/follows-newer-kubo.ts'
import { refuseSelf } from '../../keys/store/refuse-self.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { ipnsBase } from '../shared/common-options.ts'
import { keySize, keyType } from './key-options.ts'
import { keyOutput, keyShape } from './key-output.ts'

const SECP256K1 = 'secp256k1'

export const keyGen = command({
  help: { tagline: 'Create a key.' },
  errors: [
    { ask: 'arg=a&type=nosuch', says: 'unrecognized key type: nosuch' },
    { ask: 'arg=self&ipns-base=x', says: "cannot create key with name 'self'" },
    { ask: 'arg=a', twice: true, says: "key with name 'a' already exists" }
  ],
  differs: ['A key of the type secp256k1 needs `Version.KuboAnswers` `0.43`, because Kubo 0.40 refuses it.'],
  args: { name: argument.string('name', 'Name of the key.') },
  options: { type: keyType, size: keySize, ipnsBase },
  output: keyShape,

  async run ({ name, type, size, ipnsBase }, { node }) {
    refuseSelf(name, 'create')

    if (type === SECP256K1 && !followsNewerKubo(node.config)) {
      throw new Error(`unrecognized key type: ${type}`)
    }

    const write = peerIdEncoder(ipnsBase)
    return singleResult(keyOutput(await node.keys.generate(name, { type, size }), write))
  },

  text: ({ Id }) => `${Id}\n`
})
