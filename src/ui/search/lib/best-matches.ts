import { Pauses } from '../../../client/body/page-pauses.ts'

/** The best items of a search, and the number of all that match. */
export interface Matches<T> {
  best: readonly T[]
  count: number
}

/** Items that are compared between two checks of the clock. */
const LOOK_EACH = 512
/** Value of a word that is not in the text. */
const NONE = -1
/** Matches the end of a word: the start of the next one ranks higher than a part of one. */
const BETWEEN_WORDS = /[\s\p{P}\p{S}]/u

/**
 * Returns the items whose texts contain all words. An equal text ranks first, then a text that starts with the word,
 * then one with a word that starts with it. Shorter texts rank higher. Works in steps that do not block the page.
 *
 * @param words - folded; without any, nothing matches
 * @param textOf - returns the folded text of an item
 * @param max - limit of `best`
 * @throws the signal's reason
 */
export async function bestMatches<T> (
  items: readonly T[],
  { words, textOf, max, signal }: {
    words: readonly string[]
    textOf: (item: T) => string
    max: number
    signal: AbortSignal
  }
): Promise<Matches<T>> {
  const found: Array<{ item: T; rank: number; length: number }> = []
  const pauses = new Pauses()
  let count = 0

  for (let i = 0; words.length > 0 && i < items.length; i++) {
    const text = textOf(items[i])
    const rank = rankOf(text, words)
    if (rank !== NONE) {
      count++
      insert(found, { item: items[i], rank, length: text.length }, max)
    }
    if (i % LOOK_EACH === LOOK_EACH - 1 && pauses.due) {
      await pauses.take()
      signal.throwIfAborted()
    }
  }

  return { best: found.map(({ item }) => item), count }
}

function insert<F extends { rank: number; length: number }> (found: F[], one: F, max: number): void {
  const after = found.findIndex(({ rank, length }) => rank > one.rank || (rank === one.rank && length > one.length))
  if (after !== -1 || found.length < max) {
    found.splice(after === -1 ? found.length : after, 0, one)
    found.length = Math.min(found.length, max)
  }
}

/** Returns the rank of a text: lower is better, `NONE` if a word is missing. */
function rankOf (text: string, words: readonly string[]): number {
  let sum = 0
  for (const word of words) {
    const at = text.indexOf(word)
    if (at === -1) {
      return NONE
    }
    sum += placeRank(text, word, at)
  }
  return sum
}

function placeRank (text: string, word: string, at: number): number {
  if (at === 0) {
    return text.length === word.length ? 0 : 1
  }
  return BETWEEN_WORDS.test(text[at - 1]) ? 2 : 3
}
