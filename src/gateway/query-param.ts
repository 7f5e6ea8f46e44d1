/** The first value of a query parameter; empty where there is none, as in Go. */
export function queryParam ({ query }: { query: Map<string, string[]> }, name: string): string {
  return query.get(name)?.[0] ?? ''
}
