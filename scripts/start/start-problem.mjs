/**
 * Something went wrong that a person can mend: the message says what and how,
 * and is shown without a stack.
 */
export class StartProblem extends Error {
  name = 'StartProblem'
  forPeople = true
}
