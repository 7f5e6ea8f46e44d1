import { blockCodecs } from '../../cid/codes/codec-names.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { codeAndName, codesText } from './code-and-name.ts'

/** Codecs that `dag/*` reads or writes, and that of keys. */
const SUPPORTED = ['cbor', 'raw', 'dag-pb', 'dag-cbor', 'libp2p-key', 'git-raw', 'dag-jose', 'dag-json', 'json']

export const listOptions = {
  numeric: option.bool('numeric,n', 'Print the codes too.'),
  supported: option.bool('supported,s', 'List only those that the commands of this node accept.')
}

export const cidCodecs = command({
  help: { tagline: 'List the multicodecs of blocks.' },
  options: listOptions,
  output: codeAndName,

  run ({ supported }) {
    const names = Object.entries(blockCodecs).filter(([name]) => supported !== true || SUPPORTED.includes(name))
    return singleResult(names.map(([Name, Code]) => ({ Code, Name })))
  },

  text: (list, { numeric }) => codesText(list, numeric)
})
