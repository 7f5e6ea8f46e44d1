/**
 * A list or a map of a JSON value that is too long to be created at once: its rows are created while it is written.
 * Rows are JSON texts as Go writes them: values of a list, `"key":value` of a map, or several of them with commas
 * between. They contain no integers beyond 2^53.
 */
export class JsonRows {
  readonly kind: 'list' | 'map'
  readonly rows: Iterable<string>

  constructor (kind: 'list' | 'map', rows: Iterable<string>) {
    this.kind = kind
    this.rows = rows
  }
}

/** A value in which any list or map may be given as rows. */
export type WithRows<V> = V extends ReadonlyArray<infer Item> ? JsonRows | Array<WithRows<Item>> :
  V extends object ? JsonRows | { [K in keyof V]: WithRows<V[K]> } :
  V
