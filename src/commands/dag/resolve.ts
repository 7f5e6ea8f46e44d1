import { cidLink, linkedCid } from '../../cid/text/cid-link.ts'
import { cleanPath } from '../../go/url/clean-path.ts'
import { parsePathOrCid } from '../../path/content-path.ts'
import { resolvePath } from '../../path/resolve-path.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command } from '../../rpc/command/command.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { pathCidEncoder } from '../shared/path-cid-encoder.ts'
import { unlessEof } from './unless-eof.ts'

export const dagResolve = command({
  help: {
    tagline: 'Resolve a path to its last block.',
    description: 'Returns the CID of the block and the rest of the path within it.'
  },
  errors: [
    { ask: 'arg=$DIRECTORY/nowhere', says: 'no link named "nowhere" under $DIRECTORY' }
  ],
  args: { ref: argument.string('ref', 'The path.', { stdin: true }) },
  output: outputShape('ResolveOutput', 'Cid:object RemPath:string', 'Cid:cid.Cid RemPath:string'),

  async run ({ ref }, context) {
    return await unlessEof(async () => {
      const { cid, remainder } = await resolvePath(parsePathOrCid(ref), context)
      return singleResult({ Cid: cidLink(cid), RemPath: remainder.map((segment) => `/${segment}`).join('') })
    })
  },

  text ({ Cid, RemPath }, { ref }, { cids }) {
    const cid = pathCidEncoder(ref, cids).encode(linkedCid(Cid))
    return RemPath === '' ? cid : cleanPath(cid + RemPath)
  }
})
