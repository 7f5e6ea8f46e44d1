/** Returns the first value of a query parameter; empty if there is none, as in Go. */
export function queryParam ({ query }: { query: Map<string, string[]> }, name: string): string {
  return query.get(name)?.[0] ?? ''
}
