import { expect, test } from 'vitest'
import { releaseNotes } from './release-notes.mjs'

const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n### Added\n\n- A command.\n\n## 0.1.0 - 2026-01-01\n\n- The first version.\n'

test('moves the unreleased changes below a heading with the version and date', () => {
  const { changelog, notes } = releaseNotes(CHANGELOG, '0.2.0', '2026-12-01')

  expect(notes).toBe('### Added\n\n- A command.')
  expect(changelog).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n### Added\n\n- A command.\n\n' +
      '## 0.1.0 - 2026-01-01\n\n- The first version.\n'
  )
})

test('rejects a changelog without unreleased changes', () => {
  const { changelog } = releaseNotes(CHANGELOG, '0.2.0', '2026-12-01')

  expect(() => releaseNotes(changelog, '0.3.0', '2026-12-02')).toThrow('lists no change under "Unreleased"')
  expect(() => releaseNotes('# Changelog\n', '0.2.0', '2026-12-01')).toThrow('has no heading "## Unreleased"')
})
