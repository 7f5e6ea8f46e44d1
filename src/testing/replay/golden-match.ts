import type { Variables } from './golden-body.ts'
import { fillText } from './golden-body.ts'

const HOLES: Record<string, string> = {
  '{{any-string}}': '[^]+',
  '{{any-int}}': '-?\\d+',
  '{{any-number}}': '-?[\\d.eE+-]+',
  '{{any-bool}}': '(true|false)',
  '{{any}}': '[^]*',
  '{{time}}': '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+(Z|[+-]\\d\\d:\\d\\d)'
}
const HOLE = /\{\{(any-string|any-int|any-number|any-bool|any|time)\}\}/g

/** Returns whether a text equals the expected one with its variables and holes. */
export function textMatches (actual: string, expected: string, variables: Variables): boolean {
  const filled = fillText(expected, variables)

  if (!HOLE.test(filled)) {
    return actual === filled
  }

  HOLE.lastIndex = 0
  const pattern = filled.split(/(\{\{(?:any-string|any-int|any-number|any-bool|any|time)\}\})/).map((part) =>
    HOLES[part] ?? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  ).join('')
  return new RegExp(`^${pattern}$`).test(actual)
}

export interface MatchOptions {
  unordered?: boolean
  ignore?: string[]
  variables: Variables
}

/** Returns the first difference between two JSON values as a sentence; undefined if there is none. */
export function difference (actual: unknown, expected: unknown, options: MatchOptions, at = ''): string | undefined {
  if (options.ignore?.includes(at) === true) {
    return undefined
  }

  if (typeof expected === 'string') {
    return stringDifference(actual, expected, options, at)
  }

  if (Array.isArray(expected)) {
    return Array.isArray(actual)
      ? arrayDifference(actual, expected, options, at)
      : describeMismatch(at, actual, expected)
  }

  if (expected !== null && typeof expected === 'object') {
    return actual !== null && typeof actual === 'object' && !Array.isArray(actual)
      ? objectDifference(actual as Record<string, unknown>, expected as Record<string, unknown>, options, at)
      : describeMismatch(at, actual, expected)
  }

  return actual === expected ? undefined : describeMismatch(at, actual, expected)
}

function stringDifference (
  actual: unknown,
  expected: string,
  { variables }: MatchOptions,
  at: string
): string | undefined {
  const matches = (): boolean => {
    switch (expected) {
      case '{{any}}':
        return actual !== undefined
      case '{{any-string}}':
        return typeof actual === 'string' && actual !== ''
      case '{{any-int}}':
        return Number.isInteger(actual) || typeof actual === 'bigint'
      case '{{any-number}}':
        return typeof actual === 'number'
      case '{{any-bool}}':
        return typeof actual === 'boolean'
      case '{{time}}':
        return typeof actual === 'string' && !Number.isNaN(Date.parse(actual))
      default:
        return typeof actual === 'string' && textMatches(actual, expected, variables)
    }
  }

  return matches() ? undefined : describeMismatch(at, actual, expected)
}

function objectDifference (
  actual: Record<string, unknown>,
  expected: Record<string, unknown>,
  options: MatchOptions,
  at: string
): string | undefined {
  const filled = Object.fromEntries(
    Object.entries(expected).map(([key, value]) => [fillText(key, options.variables), value])
  )
  const keys = new Set([...Object.keys(actual), ...Object.keys(filled)])

  for (const key of keys) {
    const below = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`

    if (options.ignore?.includes(below) === true) {
      continue
    }

    if (!(key in filled)) {
      return `${below} is ${JSON.stringify(actual[key])} and should not be there`
    }

    if (!(key in actual)) {
      return `${below} is missing, expected ${JSON.stringify(filled[key])}`
    }

    const found = difference(actual[key], filled[key], options, below)

    if (found != null) {
      return found
    }
  }

  return undefined
}

function arrayDifference (
  actual: unknown[],
  expected: unknown[],
  options: MatchOptions,
  at: string
): string | undefined {
  if (actual.length !== expected.length) {
    return `${at} has ${actual.length} items, expected ${expected.length}: ${shortJson(actual)} / ${
      shortJson(expected)
    }`
  }

  if (options.unordered === true) {
    return unorderedDifference(actual, expected, options, at)
  }

  for (const [i, item] of expected.entries()) {
    const found = difference(actual[i], item, options, `${at}/${i}`)

    if (found != null) {
      return found
    }
  }

  return undefined
}

/** Checks that every expected item is among the actual ones; each actual item matches once. */
export function unorderedDifference (
  actual: unknown[],
  expected: unknown[],
  options: MatchOptions,
  at: string
): string | undefined {
  const left = [...actual]

  for (const [i, item] of expected.entries()) {
    const found = left.findIndex((candidate) => difference(candidate, item, options, `${at}/${i}`) == null)

    if (found < 0) {
      return `${at}: ${shortJson(item)} is not among ${shortJson(left)}`
    }

    left.splice(found, 1)
  }

  return undefined
}

/** Compares keys and JSON types; every item of an array must have the shape of the first expected one. */
export function shapeDifference (actual: unknown, expected: unknown, at = ''): string | undefined {
  if (typeof expected === 'string' && /^\{\{.*\}\}$/.test(expected)) {
    return undefined
  }

  if (typeOf(actual) !== typeOf(expected)) {
    return describeMismatch(at, actual, expected)
  }

  if (Array.isArray(expected)) {
    return expected.length === 0
      ? undefined
      : (actual as unknown[]).map((item, i) => shapeDifference(item, expected[0], `${at}/${i}`)).find((found) =>
        found != null
      )
  }

  if (expected !== null && typeof expected === 'object') {
    const keys = Object.keys(expected).sort().join()
    const have = Object.keys(actual as object).sort().join()

    if (keys !== have) {
      return `${at} has the keys ${have}, expected ${keys}`
    }

    return Object.entries(expected).map(([key, value]) =>
      shapeDifference((actual as Record<string, unknown>)[key], value, `${at}/${key}`)
    ).find((found) => found != null)
  }

  return undefined
}

function typeOf (value: unknown): string {
  if (value === null) {
    return 'null'
  }
  return Array.isArray(value) ? 'array' : typeof value
}

function describeMismatch (at: string, actual: unknown, expected: unknown): string {
  return `${at === '' ? 'the value' : at} is ${shortJson(actual)}, expected ${shortJson(expected)}`
}

function shortJson (value: unknown): string {
  const json = JSON.stringify(value, (_, item: unknown) => typeof item === 'bigint' ? `${item}n` : item) ?? 'undefined'
  return json.length > 300 ? `${json.slice(0, 300)}…` : json
}
