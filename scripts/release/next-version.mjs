const KINDS = ['major', 'minor', 'patch']

/**
 * Returns the version that follows another one.
 *
 * @param {string} version - `MAJOR.MINOR.PATCH`
 * @param {string} kind - `major`, `minor` or `patch`
 * @throws {Error} if the version has another form, or the kind is unknown
 */
export function nextVersion (version, kind) {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)
  const at = KINDS.indexOf(kind)

  if (parts == null) {
    throw new Error(`package.json has the version "${version}", which is not MAJOR.MINOR.PATCH`)
  }

  if (at === -1) {
    throw new Error(`unknown kind of release "${kind}": use major, minor or patch`)
  }

  return [...parts.slice(0, at), parts[at] + 1, ...parts.slice(at + 1).map(() => 0)].join('.')
}
