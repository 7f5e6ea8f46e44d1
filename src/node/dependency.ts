/** A package that the program is made of, as `version/deps` shows it. */
export interface Dependency {
  Path: string
  Version: string
  /** name and version of another package that stands in for it; empty where none does */
  ReplacedBy: string
  /** checksum of the package, as the lock file has it */
  Sum: string
}
