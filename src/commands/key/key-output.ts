import type { PeerIdEncoder } from '../../cid/peer-id/peer-id-encoder.ts'
import { escapeNonPrint } from '../../go/text/quote.ts'
import { tabColumns } from '../../go/text/tab-columns.ts'
import type { NamedKey } from '../../keys/store/key-store.ts'
import { outputShape } from '../../rpc/command/output.ts'

/** A key in the answers of commands. */
export interface KeyOutput {
  Name: string
  Id: string
}

export const keyShape = outputShape('KeyOutput', 'Name:string Id:string')
export const keyListShape = outputShape('KeyOutputList', 'Keys:list')

export function keyOutput ({ name, id }: NamedKey, write: PeerIdEncoder): KeyOutput {
  return { Name: name, Id: write(id) }
}

/** Formats one key per line; with `l` the ID precedes the name. */
export function keyLines (keys: readonly KeyOutput[], long: boolean): string {
  return long
    ? tabColumns(keys.map(({ Id, Name }) => [Id, escapeNonPrint(Name), '']), 1)
    : keys.map(({ Name }) => `${escapeNonPrint(Name)}\n`).join('')
}
