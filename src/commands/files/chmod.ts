import { parseGoIntBase } from '../../go/numbers/parse-int-base.ts'
import { checkPath } from '../../mfs/check-path.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { emptyResult } from '../../rpc/command/result.ts'
import { pathArgument } from './shared/shared-options.ts'

export const filesChmod = command({
  help: {
    tagline: 'Set the permissions of a file or directory.',
    description:
      'The new CID has version 0, as in Kubo. The content is preserved; Kubo 0.40.0 loses the content of files ' +
      'with more than one block.'
  },
  differs: [
    'The content of a file is preserved (Kubo loses it).'
  ],
  errors: [
    { ask: 'arg=9&arg=/', says: 'strconv.ParseInt: parsing "9": invalid syntax' }
  ],
  status: 'experimental',
  args: { mode: argument.string('mode', 'Permissions in octal.'), path: pathArgument },
  answers: 'nothing',

  async run ({ mode, path }, { node, blocks, signal }) {
    const checked = checkPath(path)
    await node.mfs.setStat(checked, { mode: Number(parseGoIntBase(mode, 8, 32)) }, { blocks, signal })
    return emptyResult()
  }
})
