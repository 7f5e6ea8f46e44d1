/** An error that the user can fix. The message says how, and is shown without a stack. */
export class StartProblem extends Error {
  name = 'StartProblem'
  forPeople = true
}
