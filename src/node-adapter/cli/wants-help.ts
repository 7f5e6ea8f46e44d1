/** Returns whether a command line asks for the list of its options. */
export function wantsHelp (args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h')
}
