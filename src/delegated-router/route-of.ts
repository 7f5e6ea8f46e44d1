const ROUTE = /^\/routing\/v1\/(providers|peers|ipns|dht\/closest\/peers)(?:\/([^/]*))?$/

/** The part of the delegated routing API that a path names. */
export interface Route {
  kind: 'providers' | 'peers' | 'ipns' | 'dht/closest/peers'
  /** empty if the path ends with the kind */
  key: string
}

/** Parses a path of the delegated routing API; undefined for any other path. */
export function routeOf (path: string): Route | undefined {
  const [, kind, key = ''] = ROUTE.exec(path) ?? []
  return kind == null ? undefined : { kind: kind as Route['kind'], key }
}
