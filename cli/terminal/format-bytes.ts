const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** Returns a number of bytes for people, as 12.3 MiB. */
export function formatBytes (bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`
}
