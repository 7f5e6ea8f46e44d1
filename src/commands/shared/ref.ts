import { outputShape } from '../../rpc/command/output.ts'

/** A line of `refs` (Kubo `RefWrapper`): a link, or the error that ended the links of an object. */
export interface Ref {
  Ref: string
  Err: string
}

export const refShape = outputShape('RefWrapper', 'Ref:string Err:string')

/**
 * Formats a line.
 *
 * @throws the error of the line, which text output cannot represent
 */
export function refText ({ Ref, Err }: Ref): string {
  if (Err !== '') {
    throw new Error(Err)
  }

  return `${Ref}\n`
}
