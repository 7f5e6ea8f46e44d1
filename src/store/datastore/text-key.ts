import { Key } from 'interface-datastore'

const ROOT = new Uint8Array(['/'.charCodeAt(0)])

/** A key of a row that was read, as text: the bytes that a `Key` keeps would be made for each row of a list, for nobody, and read back into the same text. */
export class TextKey extends Key {
  readonly #text: string

  /** @param text - of a key, as it is kept: it is not cleaned */
  constructor (text: string) {
    super(ROOT, false)
    this.#text = text
  }

  override toString (...encoding: Parameters<Key['toString']>): string {
    return encoding.length === 0 ? this.#text : this.#key().toString(...encoding)
  }

  override uint8Array (): Uint8Array {
    return this.#key().uint8Array()
  }

  #key (): Key {
    return new Key(this.#text, false)
  }
}
