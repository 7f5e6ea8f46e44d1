/** A package that is part of the program, as `version/deps` lists it. */
export interface Dependency {
  Path: string
  Version: string
  /** name and version of the package that replaces it; empty if none does */
  ReplacedBy: string
  /** checksum of the package, from the lock file */
  Sum: string
}
