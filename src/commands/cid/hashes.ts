import { isAllowedHash } from '../../cid/hash/allowed-hash.ts'
import { hashFunctions } from '../../cid/hash/hashes.ts'
import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { codeAndName, codesText } from './code-and-name.ts'
import { listOptions } from './codecs.ts'

export const cidHashes = command({
  help: { tagline: 'List the hash functions that blocks may have.' },
  options: {
    ...listOptions,
    supported: {
      ...listOptions.supported,
      help: 'List only those that the commands of this node accept. Has no effect in this node: it accepts all.'
    }
  },
  output: codeAndName,
  run: () =>
    singleResult(
      hashFunctions.filter(({ code }) => isAllowedHash(code)).map(({ code, name }) => ({ Code: code, Name: name }))
    ),
  text: (list, { numeric }) => codesText(list, numeric)
})
