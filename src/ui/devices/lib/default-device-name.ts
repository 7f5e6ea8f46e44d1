/** Names of systems by a mark in the user agent, the most special first. */
const SYSTEMS: ReadonlyArray<[mark: RegExp, name: string]> = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux']
]

/** Returns a name for the device of a browser, as a proposal to the person. */
export function defaultDeviceName (userAgent: string): string {
  return SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1] ?? 'Browser'
}
