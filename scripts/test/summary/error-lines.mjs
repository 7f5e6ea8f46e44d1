import { stripVTControlCharacters } from 'node:util'

/** Limits of the lines per failed test, and of their length. */
const LINES = 6
const CHARACTERS = 200

/**
 * An error as test runners report it.
 *
 * @typedef {{ name?: string, message?: string, code?: unknown, cause?: unknown, stack?: string }} ReportedError
 */

/**
 * Returns the first lines of the errors of a failed test, for the summary: their messages, those of their causes, and
 * the place in the test. Without colors and blank lines.
 *
 * @param {readonly ReportedError[]} errors
 * @returns {string[]}
 */
export function errorLines (errors) {
  return errors.flatMap((error) => {
    const place = placeOf(error)
    return [...messageLines(error).slice(0, place == null ? LINES : LINES - 1), ...place == null ? [] : [place]]
  }).slice(0, LINES)
}

/** Returns the message of an error, and below it those of its causes. */
function messageLines (error, before = '') {
  if (error == null) {
    return []
  }

  const { name = '', message = typeof error === 'string' ? error : '', code, cause } = error
  const isNamed = name === '' || name === 'Error' || message.startsWith(name)
  const text = before + (isNamed ? '' : `${name}: `) + message + (code == null ? '' : ` (${code})`)
  const lines = stripVTControlCharacters(text).split('\n').map((line) => line.trimEnd()).filter((line) => line !== '')
  return [...lines.map(shortenLine), ...messageLines(cause, 'caused by ')]
}

/** Returns the innermost place outside of packages. */
function placeOf ({ stack = '' }) {
  const lines = stripVTControlCharacters(stack).split('\n').filter((line) => /^\s*at .*:\d+:\d+\)?$/.test(line))
  return lines.find((line) => !/node_modules|node:/.test(line))?.trim()
}

function shortenLine (line) {
  return line.length > CHARACTERS ? `${line.slice(0, CHARACTERS)}…` : line
}
