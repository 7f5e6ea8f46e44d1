/** The containers of an answer with the numbers of their contents, and the publication under which it was made. */
export interface AnswerSources {
  seq: number
  containers: Array<[container: number, seq: number]>
}
