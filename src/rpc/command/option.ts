/** The kinds of option values of go-ipfs-cmds (`option.go`). */
export type OptionType = 'bool' | 'int' | 'int64' | 'uint' | 'uint64' | 'float' | 'string' | 'array'

/** Types of the values that `run` receives: 64-bit integers are bigints. */
interface OptionValues {
  bool: boolean
  int: number
  int64: bigint
  uint: number
  uint64: bigint
  float: number
  string: string
  array: string[]
}

export interface OptionDefinition<T = unknown> {
  /** The long name, then its aliases, as written in the query. */
  names: readonly [string, ...string[]]
  type: OptionType
  help: string
  default?: T
  experimental?: boolean
  deprecated?: boolean
  /** the version of Kubo that added it, if that is newer than 0.40.0; `own` for an option that Kubo lacks */
  since?: string
}

export type OptionExtras<T> = Partial<
  Pick<OptionDefinition<T>, 'default' | 'experimental' | 'deprecated' | 'since'>
>

/** Type of a declared option: an option with a default is always present, any other may be undefined. */
type Declared<K extends OptionType, E> = E extends { default: OptionValues[K] } ? OptionDefinition<OptionValues[K]> :
  OptionDefinition<OptionValues[K] | undefined>

function declareOption<K extends OptionType> (type: K) {
  return function <E extends OptionExtras<OptionValues[K]>> (names: string, help: string, extras?: E): Declared<K, E> {
    // `names` are the long name and its aliases, comma-separated, as in Kubo's own listing.
    return { names: names.split(',') as [string, ...string[]], type, help, ...extras } as Declared<K, E>
  }
}

/**
 * Declares options.
 *
 * @example
 *   options: { recursive: option.bool('recursive,r', 'Pin what it links to as well.', { default: true }) }
 */
export const option = {
  bool: declareOption('bool'),
  int: declareOption('int'),
  int64: declareOption('int64'),
  uint: declareOption('uint'),
  uint64: declareOption('uint64'),
  float: declareOption('float'),
  string: declareOption('string'),
  array: declareOption('array')
}
