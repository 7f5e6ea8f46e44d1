import { isAllowedHash } from '../../cid/hash/allowed-hash.ts'
import { hashFunctions } from '../../cid/hash/hashes.ts'
import { command } from '../../rpc/command/command.ts'
import { once } from '../../rpc/command/result.ts'
import { codeAndName, codesText } from './code-and-name.ts'
import { listOptions } from './codecs.ts'

export const cidHashes = command({
  help: { tagline: 'List the hash functions that blocks may have.' },
  // All are supported, so as in Kubo the option changes nothing.
  options: listOptions,
  output: codeAndName,
  run: () =>
    once(hashFunctions.filter(({ code }) => isAllowedHash(code)).map(({ code, name }) => ({ Code: code, Name: name }))),
  text: (list, { numeric }) => codesText(list, numeric)
})
