/** The names of caches, without their contents. */
export function fakeCaches (): Pick<CacheStorage, 'open' | 'has' | 'delete'> {
  const names = new Set<string>()
  return {
    open: async (name) => {
      names.add(name)
      return {} as Cache
    },
    has: async (name) => names.has(name),
    delete: async (name) => names.delete(name)
  }
}
