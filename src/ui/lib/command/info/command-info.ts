/** An argument from `public/reference/commands.json`. */
export interface ArgumentInfo {
  name: string
  help: string
  kind: 'string' | 'file'
  required: boolean
  variadic: boolean
}

export interface OptionInfo {
  /** long name first, then its aliases */
  names: readonly [string, ...string[]]
  type: 'bool' | 'int' | 'int64' | 'uint' | 'uint64' | 'float' | 'string' | 'array'
  help: string
  default?: string | number | boolean
}

export interface CommandInfo {
  /** such as `pin/ls`; empty for the root, whose options every command takes */
  path: string
  help: string
  description?: string
  /** such as `experimental`; missing for stable commands */
  status?: string
  /** false for a group of commands that does nothing itself */
  runs: boolean
  /** whether it returns bytes instead of values */
  bytes?: boolean
  /** signature in kubo-rpc-client, if it takes the arguments in this order */
  client?: { gives: 'value' | 'stream'; optional: boolean }
  args: readonly ArgumentInfo[]
  options: readonly OptionInfo[]
}

/** Returns the options of a command: its own, those of its parents, and global ones. */
export function optionsOf (commands: readonly CommandInfo[], path: string): OptionInfo[] {
  const above = commands.filter((other) =>
    other.path === '' || path === other.path || path.startsWith(`${other.path}/`)
  )
  return above.toReversed().flatMap(({ options }) => options)
}
