import { multibaseEncoder } from '../../cid/cid-encoder.ts'
import { encodeMultibase } from '../../cid/multibase/multibases.ts'
import { argument } from '../../rpc/argument.ts'
import { command } from '../../rpc/command.ts'
import { bytes } from '../../rpc/result.ts'
import { decodeText } from './decode-text.ts'
import { baseOption } from './encode.ts'
import { readFile } from './read-file.ts'

export const multibaseTranscode = command({
  help: { tagline: 'Write a multibase text in another encoding.' },
  args: { file: argument.file('encoded_file', 'The text.', { stdin: true }) },
  options: { base: baseOption },
  answersBytes: true,

  async run ({ file, base }, { signal }) {
    const encoding = multibaseEncoder(base)
    return bytes([encodeMultibase(encoding, decodeText(await readFile(file, signal)))])
  }
})
