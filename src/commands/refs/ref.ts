import { shape } from '../../rpc/output.ts'

/** A line of `refs` (Kubo `RefWrapper`): a link, or why there are no more of an object. */
export interface Ref {
  Ref: string
  Err: string
}

export const refShape = shape('RefWrapper', 'Ref:string Err:string')

/** @throws the error that the line tells of, as text has no place for it */
export function refText ({ Ref, Err }: Ref): string {
  if (Err !== '') {
    throw new Error(Err)
  }

  return `${Ref}\n`
}
