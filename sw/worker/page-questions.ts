import type { AnswerTo, Question } from '../../src/client/protocol/messages.ts'
import { answerRoom } from '../messages/disk-full.ts'
import { answerKeepFile, answerKeptFile } from '../messages/file-handles.ts'
import { answerInspect } from '../messages/inspect.ts'
import { answerExportKey, answerSealKeys } from '../messages/key-backup.ts'
import { answerReset } from '../messages/reset-config.ts'
import { openData } from '../node/boot-node.ts'
import type { NodeParts } from '../node/node-parts.ts'
import { answerStart } from '../storage/shut-down-mark.ts'
import type { WorkerNode } from './worker-node.ts'

/** Questions that only the node's own pages may ask. */
export type PageQuestion = Exclude<Question, { type: 'version' | 'idle' | 'serve-site' }>

type QuestionOf<T extends PageQuestion['type']> = Extract<PageQuestion, { type: T }>

type Answers = { [T in PageQuestion['type']]: (question: QuestionOf<T>) => Promise<AnswerTo<QuestionOf<T>>> }

/** Returns a function that answers the questions of the node's own pages. */
export function pageQuestions (
  { lazy, pickedFiles, shutDownMark }: WorkerNode,
  { version }: NodeParts
): (question: PageQuestion) => Promise<AnswerTo<PageQuestion>> {
  const answers: Answers = {
    inspect: async () => await answerInspect(lazy, version),
    'start-node': async () => await answerStart(shutDownMark),
    'reset-config': async () => await answerReset(lazy, openData),
    room: async () => await answerRoom(lazy),
    'seal-keys': async (question) => await answerSealKeys(lazy, question),
    'export-key': async (question) => await answerExportKey(lazy, question),
    'keep-file': async ({ file }) => await answerKeepFile(lazy, pickedFiles, file),
    'kept-file': async ({ path }) => await answerKeptFile(lazy, pickedFiles, path)
  }

  return async (question) =>
    await (answers[question.type] as (question: PageQuestion) => Promise<AnswerTo<PageQuestion>>)(question)
}
