import { cidText } from '../../../cid/text/cid-text.ts'
import type { RemotePin } from '../../../pins/remote/remote-pin.ts'
import { outputShape } from '../../../rpc/command/output.ts'

export interface RemotePinOutput {
  Status: string
  Cid: string
  Name: string
}

export const remotePinShape = outputShape('RemotePinOutput', 'Status:string Cid:string Name:string')

export function remotePinOutput ({ status, cid, name }: RemotePin): RemotePinOutput {
  return { Status: status, Cid: cidText(cid), Name: name }
}
