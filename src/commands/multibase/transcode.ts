import { encodeMultibase } from '../../cid/multibase/multibases.ts'
import { multibaseEncoder } from '../../cid/text/cid-encoder.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { bytesResult } from '../../rpc/command/result.ts'
import { decodeText } from './decode-text.ts'
import { baseOption } from './encode.ts'
import { readFile } from './read-file.ts'

export const multibaseTranscode = command({
  help: { tagline: 'Convert a multibase string to another encoding.' },
  args: { file: argument.file('encoded_file', 'The multibase string.', { stdin: true }) },
  options: { base: baseOption },
  answersBytes: true,

  async run ({ file, base }, { signal }) {
    const encoding = multibaseEncoder(base)
    return bytesResult([encodeMultibase(encoding, decodeText(await readFile(file, signal)))])
  }
})
