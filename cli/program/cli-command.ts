/** Where a command writes, and what ends it early. */
export interface CliContext {
  /** results, for other programs */
  print: (line: string) => void
  /** notes and warnings, for people: stderr */
  note: (line: string) => void
  /** aborted by the first SIGINT or SIGTERM */
  signal: AbortSignal
}

/** A command of `swipfs`. */
export interface CliCommand {
  /** text of `--help` */
  usage: string
  /**
   * Whether it runs until a signal ends it, which is no failure then: exit code 0. Other commands end with 128 and the
   * number of the signal.
   */
  isServer?: true
  /**
   * Runs the command.
   *
   * @param args - the command line after its name
   * @throws UsageError for an invalid command line
   */
  run: (args: string[], context: CliContext) => Promise<void>
}
