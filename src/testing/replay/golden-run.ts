import { parseJsonLines } from '../http/json-lines.ts'
import type { Variables } from './golden-body.ts'
import { fillTarget, fillText, requestBody } from './golden-body.ts'
import type { Answered } from './golden-compare.ts'
import { compareAnswer } from './golden-compare.ts'
import type { GoldenRequest, Scenario, Step } from './golden-types.ts'

/** A request, ready to be sent. */
export interface Outgoing {
  api: GoldenRequest['api']
  method: string
  target: string
  headers: Record<string, string>
  body?: Uint8Array
  /** number of lines after which to stop reading and disconnect */
  readObjects?: number
}

/** A node under test: in this process, over HTTP or in a browser. */
export interface Target {
  /** known variables of the current node */
  variables: () => Promise<Variables>
  send: (request: Outgoing) => Promise<Answered>
  /** sends, waits for the head, and returns a function that reads the body */
  open: (request: Outgoing) => Promise<(objects?: number) => Promise<Answered>>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Takes the answer of a step.
 *
 * @throws an Error that names the difference, if the answer differs from the record
 */
export type AnswerCheck = (answer: Answered, step: Step, variables: Variables) => Promise<void>

/**
 * Plays a scenario.
 *
 * @param check - compares each answer with its record; the recorder stores it
 * @throws an Error that names the step and the difference; a NotYetError at the first step that this version cannot
 *   answer
 */
export async function playScenario (
  scenario: Scenario,
  target: Target,
  check: AnswerCheck = compareWithRecord
): Promise<void> {
  const variables = await target.variables()
  const opened = new Map<string, (objects?: number) => Promise<Answered>>()

  for (const [i, step] of scenario.steps.entries()) {
    try {
      await playStep(step, target, variables, opened, check)
    } catch (err) {
      if ((err as Error).name === 'NotYetError') {
        throw err
      }

      const { method = '', target: path = '' } = step.request ?? {}
      throw new Error(`step ${i + 1} ${method} ${path.slice(0, 200)}: ${(err as Error).message}`)
    }
  }
}

async function playStep (
  step: Step,
  target: Target,
  variables: Variables,
  opened: Map<string, (objects?: number) => Promise<Answered>>,
  check: AnswerCheck
): Promise<void> {
  if (step.sleepMs != null) {
    await new Promise((resolve) => setTimeout(resolve, step.sleepMs))
  } else if (step.restart === true) {
    await target.restart()
    for (const [name, value] of await target.variables()) {
      variables.set(name, value)
    }
  } else if (step.collect != null) {
    await takeAnswer(await opened.get(step.collect)!(step.objects), step, variables, check)
  } else if (step.request?.open != null) {
    opened.set(step.request.open, await target.open(outgoing(step.request, variables)))
  } else if (step.request != null) {
    await takeAnswer(await target.send(outgoing(step.request, variables)), step, variables, check)
  }
}

function outgoing (request: GoldenRequest, variables: Variables): Outgoing {
  const { body, contentType } = requestBody(request, variables)
  const headers = Object.fromEntries(
    Object.entries(request.headers ?? {}).map(([name, value]) => [name, fillText(value, variables)])
  )

  return {
    api: request.api,
    method: request.method,
    target: fillTarget(request.target, variables),
    headers: { ...(contentType == null ? {} : { 'Content-Type': contentType }), ...headers },
    ...(body == null ? {} : { body }),
    ...(request.readObjects == null ? {} : { readObjects: request.readObjects })
  }
}

/** Thrown at a step with a command that this version declares and does not implement, as the node reports. */
export class NotYetError extends Error {
  static override name = 'NotYetError'
  override name = 'NotYetError'
}

const NOT_YET = /"Message":"([^"]*is not part of this version)/

async function compareWithRecord (answer: Answered, step: Step, variables: Variables): Promise<void> {
  const found = await compareAnswer(answer, step, variables)

  if (found != null) {
    const notYet = NOT_YET.exec(new TextDecoder().decode(answer.body.subarray(0, 1000)))
    throw notYet == null ? new Error(found) : new NotYetError(notYet[1])
  }
}

async function takeAnswer (answer: Answered, step: Step, variables: Variables, check: AnswerCheck): Promise<void> {
  await check(answer, step, variables)

  for (const [name, source] of Object.entries(step.capture ?? {})) {
    variables.set(name, captured(answer, source))
  }
}

function captured ({ body, headers }: Answered, source: string): string | Uint8Array {
  const text = new TextDecoder().decode(body)

  if (source === 'body') {
    return body
  }
  if (source === 'text') {
    return text
  }
  if (source.startsWith('header:')) {
    return headers.get(source.slice('header:'.length)) ?? ''
  }

  const parts = source.slice(1).split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const lines = parseJsonLines(text)
  const line = /^-?\d+$/.test(parts[0]) && !Array.isArray(lines[0]) ? lines.at(Number(parts.shift())) : lines[0]
  const value = parts.reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], line)

  if (value === undefined) {
    throw new Error(`nothing to capture at ${source} in ${text.slice(0, 200)}`)
  }

  return typeof value === 'string' ? value : JSON.stringify(value)
}
