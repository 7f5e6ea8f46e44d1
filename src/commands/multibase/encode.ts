import { encodeMultibase } from '../../cid/multibase/multibases.ts'
import { multibaseEncoder } from '../../cid/text/cid-encoder.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { bytesResult } from '../../rpc/command/result.ts'
import { readFile } from './read-file.ts'

export const baseOption = option.string('b', 'Name or prefix of the encoding.', { default: 'base64url' })

export const multibaseEncode = command({
  help: { tagline: 'Encode bytes as a multibase string.' },
  errors: [
    { ask: 'b=nosuch', body: 'x', says: 'unsupported multibase encoding: nosuch' }
  ],
  args: { file: argument.file('file', 'The bytes.', { stdin: true }) },
  options: { base: baseOption },
  answersBytes: true,

  async run ({ file, base }, { signal }) {
    const encoding = multibaseEncoder(base)
    return bytesResult([encodeMultibase(encoding, await readFile(file, signal))])
  }
})
