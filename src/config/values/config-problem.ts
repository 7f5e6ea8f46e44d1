/** A value of the configuration that cannot be used. */
export interface ConfigProblem {
  /** dotted key; empty for the configuration as a whole */
  key: string
  /** the problem, in words for a person, with the key */
  message: string
  /** whether the value has the wrong type; the message is Go's then */
  type: boolean
}
