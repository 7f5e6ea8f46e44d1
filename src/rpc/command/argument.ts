import type { UploadEntry } from '../../http/upload/upload-entry.ts'

/** A positional argument (`arg=…` in the query) or a file argument (a part of a multipart body). */
export interface ArgumentDefinition<T = unknown> {
  name: string
  help: string
  kind: 'string' | 'file'
  required: boolean
  variadic: boolean
  /** whether values may also be lines of the first part of a multipart body (go-ipfs-cmds `EnableStdin`) */
  stdin: boolean
  /** whether such lines are trimmed */
  trim: boolean
  /**
   * For files: whether the command may stage the bytes before it reads them (`StagingSession`). The content is then
   * offered as a Blob too, if possible.
   */
  staged: boolean
  /** a value for the examples of the API reference; for files, their content */
  example?: string
  /** never present at run time: carries the type of the value to `run` */
  readonly value?: T
}

interface Flags {
  required?: boolean
  variadic?: boolean
  stdin?: boolean
  trim?: boolean
  staged?: boolean
  example?: string
}

type StringValue<F extends Flags> = F extends { variadic: true } ? string[] :
  F extends { required: false } ? string | undefined :
  string

/** Files of an upload, in the order of the body. Read the content of each file before the next is requested. */
export type Upload = AsyncIterable<UploadEntry>

/**
 * Declares arguments. They are required and single by default.
 *
 * @example
 *   args: { paths: argument.string('ipfs-path', 'Paths to pin.', { variadic: true, stdin: true }) }
 */
export const argument = {
  string<F extends Flags> (name: string, help: string, flags?: F): ArgumentDefinition<StringValue<F>> {
    return { name, help, kind: 'string', ...withDefaults(flags) }
  },

  file<F extends Flags> (name: string, help: string, flags?: F): ArgumentDefinition<Upload> {
    return { name, help, kind: 'file', ...withDefaults(flags) }
  }
}

function withDefaults (
  { required = true, variadic = false, stdin = false, trim = false, staged = false, example }: Flags = {}
): Required<Omit<Flags, 'example'>> & Pick<Flags, 'example'> {
  return { required, variadic, stdin, trim, staged, ...example == null ? {} : { example } }
}
