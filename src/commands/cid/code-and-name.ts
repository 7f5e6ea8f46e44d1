import { outputShape } from '../../rpc/command/output.ts'

/** An entry in a list of encodings, codecs or hash functions. */
export interface CodeAndName {
  Code: number
  Name: string
}

export const codeAndName = outputShape('CodeAndName', 'Code:int Name:string')

/** Formats a list like Kubo's command line, sorted by code. */
export function codesText (list: CodeAndName[], numeric: boolean | undefined): string {
  return [...list].sort((a, b) => a.Code - b.Code).map(({ Code, Name }) =>
    numeric === true ? `${String(Code).padStart(5)}  ${Name}\n` : `${Name}\n`
  ).join('')
}
