import { outputShape } from '../../rpc/command/output.ts'

/** A list of texts, like Kubo's `stringList`. */
export const stringListShape = outputShape('stringList', 'Strings:list')

export function stringListText ({ Strings }: { Strings: readonly string[] | null }): string {
  return (Strings ?? []).map((line) => `${line}\n`).join('')
}
