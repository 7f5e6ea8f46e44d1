import { parseRfc3339 } from '../../src/names/record/parse-rfc3339.ts'

/**
 * Replaces package timestamp-nano with the part that package ipns uses: the expiry of a record, as text and in
 * milliseconds. An invalid time counts as long past, so that its record is expired.
 */
export default class NanoDate {
  #time

  static fromString (text) {
    const date = new NanoDate()
    date.#time = parseRfc3339(text) ?? { secs: 0n, nsecs: 0 }
    return date
  }

  toDate () {
    return new Date(Number(this.#time.secs) * 1000 + Math.floor(this.#time.nsecs / 1e6))
  }

  toString () {
    const { secs, nsecs } = this.#time
    return `${new Date(Number(secs) * 1000).toISOString().slice(0, -4)}${String(nsecs).padStart(9, '0')}Z`
  }
}
