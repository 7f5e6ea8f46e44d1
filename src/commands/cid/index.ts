import { group } from '../../rpc/command/command.ts'
import { cidBase32 } from './base32.ts'
import { cidBases } from './bases.ts'
import { cidCodecs } from './codecs.ts'
import { cidFormat } from './format.ts'
import { cidHashes } from './hashes.ts'
import { cidInspect } from './inspect.ts'

export const cid = group('Convert and inspect CIDs.', {
  base32: cidBase32,
  bases: cidBases,
  codecs: cidCodecs,
  format: cidFormat,
  hashes: cidHashes,
  inspect: cidInspect
})
