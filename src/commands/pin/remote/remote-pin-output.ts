import type { CidEncoder } from '../../../cid/text/cid-encoder.ts'
import type { RemotePin } from '../../../pins/remote/remote-pin.ts'
import { outputShape } from '../../../rpc/command/output.ts'

export interface RemotePinOutput {
  Status: string
  Cid: string
  Name: string
}

export const remotePinShape = outputShape('RemotePinOutput', 'Status:string Cid:string Name:string')

export function remotePinOutput ({ status, cid, name }: RemotePin, { encode }: CidEncoder): RemotePinOutput {
  return { Status: status, Cid: encode(cid), Name: name }
}
