import { defineError } from '../../errors/define-error.ts'
import { parseMediaType } from './media-type.ts'
import type { MediaType } from './media-type.ts'

/** A malformed media type. The message is Go's (`mime/mediatype.go`). */
export class InvalidMediaTypeError extends defineError('InvalidMediaTypeError') {
  constructor () {
    super('mime: invalid media parameter')
  }
}

const TOKEN = "[!#$%&'*+.^_`|~\\w-]+"
const WELL_FORMED = new RegExp(
  `^${TOKEN}/${TOKEN}(\\s*;\\s*${TOKEN}\\s*=\\s*(${TOKEN}|"([^"\\\\]|\\\\.)*"))*\\s*;?\\s*$`
)

/** Matches `;q=0.5` of an item. The text before it is the media type and its parameters (RFC 9110, section 12.5.1). */
const WEIGHT = /\s*;\s*q\s*=\s*"?([\d.]+)"?\s*(?=;|$)/i

/**
 * Returns the preferred item of an `Accept` header among those that start with one of the prefixes. The highest weight
 * wins, then the first position. Items of weight 0 are not acceptable (RFC 9110, section 12.4.2). Kubo ignores weights.
 *
 * @returns the item without its weight; undefined if there is none
 * @throws InvalidMediaTypeError if a matching item is malformed
 */
export function firstAccepted (header: string, prefixes: readonly string[]): MediaType | undefined {
  const wanted = itemsOf(header).filter(({ item, weight }) =>
    weight > 0 && prefixes.some((prefix) => item.toLowerCase().startsWith(prefix))
  )
  const most = Math.max(...wanted.map(({ weight }) => weight))
  const item = wanted.find(({ weight }) => weight === most)?.item

  if (item == null) {
    return undefined
  }

  if (!WELL_FORMED.test(item)) {
    throw new InvalidMediaTypeError()
  }

  return parseMediaType(item)
}

/** Returns whether an `Accept` header names a media type with a weight above 0. */
export function acceptsType (header: string | null, type: string): boolean {
  return itemsOf(header ?? '').some(({ item, weight }) =>
    weight > 0 && item.split(';', 1)[0].trim().toLowerCase() === type
  )
}

function itemsOf (header: string): Array<{ item: string; weight: number }> {
  return header.split(',').map((text) => {
    const weight = WEIGHT.exec(text)?.[1]
    return { item: text.replace(WEIGHT, '').trim(), weight: weight == null ? 1 : Number(weight) }
  })
}
