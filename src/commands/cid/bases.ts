import { multibases } from '../../cid/multibase/multibases.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { codeAndName } from './code-and-name.ts'

/** Declares `cid/bases`, which is also `multibase/list`. */
export const cidBases = command({
  help: { tagline: 'List the multibase encodings.' },
  options: {
    prefix: option.bool('prefix', 'Print the prefix of each one.'),
    numeric: option.bool('numeric', 'Print the code of each one.')
  },
  output: codeAndName,
  run: () =>
    singleResult(multibases.map(({ name, prefix }) => ({ Code: prefix.codePointAt(0) as number, Name: name }))),

  text (list, { prefix, numeric }) {
    const lines = [...list].sort((a, b) => lowerCodePoint(a.Code) - lowerCodePoint(b.Code) || b.Code - a.Code).map((
      { Code, Name }
    ) =>
      [
        // The prefix of the identity base is not printable.
        ...(prefix === true
          ? [
            numeric === true
              ? `${Code === 0 ? ' ' : String.fromCodePoint(Code)} `
              : `${Code === 0 ? ' ' : String.fromCodePoint(Code)}  `
          ]
          : []),
        ...(numeric === true ? [`${String(Code).padStart(7)}  `] : []),
        `${Name}\n`
      ].join('')
    )

    return lines.join('')
  }
})

function lowerCodePoint (code: number): number {
  return String.fromCodePoint(code).toLowerCase().codePointAt(0) as number
}
