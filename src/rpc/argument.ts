import type { UploadEntry } from '../http/upload-entry.ts'

/** A positional argument (`arg=…` in the query) or a file argument (a part of a multipart body). */
export interface ArgumentDefinition<T = unknown> {
  name: string
  help: string
  kind: 'string' | 'file'
  required: boolean
  variadic: boolean
  /** values may also come as lines of the first part of a multipart body (go-ipfs-cmds `EnableStdin`) */
  stdin: boolean
  /** such lines lose the white space around them */
  trim: boolean
  /** of a file: the command may keep its bytes before it looks at them (`WriteSession.stage`), so they are wanted as a Blob as well where that can be had */
  staged: boolean
  /** never there at run time: carries the type of the value to `run` */
  readonly value?: T
}

interface Flags { required?: boolean, variadic?: boolean, stdin?: boolean, trim?: boolean, staged?: boolean }

type StringValue<F extends Flags> = F extends { variadic: true }
  ? string[]
  : F extends { required: false } ? string | undefined : string

/** Files of an upload in the order of the wire. Take each one's content before the next is asked for. */
export type Upload = AsyncIterable<UploadEntry>

/**
 * Declares arguments. Required and single unless said otherwise.
 *
 * @example
 *   args: { paths: argument.string('ipfs-path', 'What to pin.', { variadic: true, stdin: true }) }
 */
export const argument = {
  string<F extends Flags> (name: string, help: string, flags?: F): ArgumentDefinition<StringValue<F>> {
    return { name, help, kind: 'string', ...withDefaults(flags) }
  },

  file<F extends Flags> (name: string, help: string, flags?: F): ArgumentDefinition<Upload> {
    return { name, help, kind: 'file', ...withDefaults(flags) }
  }
}

function withDefaults ({ required = true, variadic = false, stdin = false, trim = false, staged = false }: Flags = {}): Required<Flags> {
  return { required, variadic, stdin, trim, staged }
}
