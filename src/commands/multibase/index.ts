import { group } from '../../rpc/command/command.ts'
import { cidBases } from '../cid/bases.ts'
import { multibaseDecode } from './decode.ts'
import { multibaseEncode } from './encode.ts'
import { multibaseTranscode } from './transcode.ts'

export const multibase = group('Encode and decode multibase.', {
  decode: multibaseDecode,
  encode: multibaseEncode,
  list: cidBases,
  transcode: multibaseTranscode
})
