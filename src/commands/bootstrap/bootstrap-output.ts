import { compareStrings } from '../../go/text/compare-strings.ts'
import { outputShape } from '../../rpc/command/output.ts'

export interface BootstrapOutput {
  Peers: string[] | null
}

export const bootstrapShape = outputShape('BootstrapOutput', 'Peers:list')

/** Formats one peer per line, sorted. */
export function bootstrapText ({ Peers }: BootstrapOutput, prefix = ''): string {
  return [...Peers ?? []].sort(compareStrings).map((peer) => `${prefix}${peer}\n`).join('')
}
