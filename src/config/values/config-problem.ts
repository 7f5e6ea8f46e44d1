/** A value of the configuration that cannot be used. */
export interface ConfigProblem {
  /** dotted key; empty for the configuration as a whole */
  key: string
  /** what is wrong, for a person; names the key */
  message: string
  /** the value is of another type than its key wants, and the words are Go's */
  type: boolean
}
