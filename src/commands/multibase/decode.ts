import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { bytesResult } from '../../rpc/command/result.ts'
import { decodeText } from './decode-text.ts'
import { readFile } from './read-file.ts'

export const multibaseDecode = command({
  help: { tagline: 'Decode a multibase string.' },
  errors: [
    { ask: '', body: '?', says: 'failed to decode multibase: selected encoding not supported' }
  ],
  args: { file: argument.file('encoded_file', 'The multibase string.', { stdin: true }) },
  answersBytes: true,
  run: async ({ file }, { signal }) => bytesResult([decodeText(await readFile(file, signal))])
})
