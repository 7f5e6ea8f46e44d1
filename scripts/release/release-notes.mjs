const UNRELEASED = '## Unreleased'

/**
 * Moves the *Unreleased* entries to a section of their own, below an empty *Unreleased*.
 *
 * @param {string} changelog - text of CHANGELOG.md
 * @param {string} version - `MAJOR.MINOR.PATCH`
 * @param {string} date - `YYYY-MM-DD`
 * @returns {{ changelog: string, notes: string }} the new text, and the notes of the release only
 * @throws {Error} if there is no such heading, or nothing below it
 */
export function releaseNotes (changelog, version, date) {
  const start = changelog.indexOf(`${UNRELEASED}\n`)

  if (start === -1) {
    throw new Error(`CHANGELOG.md has no heading "${UNRELEASED}"`)
  }

  const after = start + UNRELEASED.length + 1
  const next = changelog.indexOf('\n## ', after)
  const end = next === -1 ? changelog.length : next + 1
  const notes = changelog.slice(after, end).trim()

  if (notes === '') {
    throw new Error('CHANGELOG.md lists no change under "Unreleased"')
  }

  const section = `${UNRELEASED}\n\n## ${version} - ${date}\n\n${notes}\n`
  const rest = changelog.slice(end)

  return { changelog: `${changelog.slice(0, start)}${section}${rest === '' ? '' : `\n${rest}`}`, notes }
}
