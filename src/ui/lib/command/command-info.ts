/** What the page knows of an argument, as `public/reference/commands.json` has it. */
export interface ArgumentInfo {
  name: string
  help: string
  kind: 'string' | 'file'
  required: boolean
  variadic: boolean
}

export interface OptionInfo {
  /** the long name first, then its aliases */
  names: readonly [string, ...string[]]
  type: 'bool' | 'int' | 'int64' | 'uint' | 'uint64' | 'float' | 'string' | 'array'
  help: string
  default?: string | number | boolean
}

export interface CommandInfo {
  /** as `pin/ls`; empty for the root, whose options every command takes */
  path: string
  help: string
  description?: string
  /** such as `experimental`; none for what is neither that nor old */
  status?: string
  /** false for what has commands below it and does nothing itself */
  runs: boolean
  /** it answers bytes and no values */
  bytes?: boolean
  /** how kubo-rpc-client has it, where it takes the arguments as they stand here */
  client?: { gives: 'value' | 'stream', optional: boolean }
  args: readonly ArgumentInfo[]
  options: readonly OptionInfo[]
}

/** The options that a command takes: its own, those of the commands above it, and those of every command. */
export function optionsOf (commands: readonly CommandInfo[], path: string): OptionInfo[] {
  const above = commands.filter((other) => other.path === '' || path === other.path || path.startsWith(`${other.path}/`))
  return above.toReversed().flatMap(({ options }) => options)
}
