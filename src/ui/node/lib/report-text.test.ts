import { expect, test } from 'vitest'
import type { SettingInfo } from '../../lib/command/info/setting-info.ts'
import { reportText } from './report-text.ts'

const setting = (key: string, fallback: SettingInfo['default']): SettingInfo => ({
  key,
  kind: 'json',
  acts: true,
  how: '',
  default: fallback
})

test('a report contains changed settings, and no secrets', () => {
  const text = reportText({
    facts: [['Version', '1'], ['Browser', 'x']],
    settings: [
      setting('Identity.PeerID', ''),
      setting('API.HTTPHeaders', {}),
      setting('Gateway.NoFetch', false),
      setting('Bootstrap', ['auto']),
      setting('Pinning.RemoteServices', {})
    ],
    config: {
      Identity: { PeerID: '12D3KooWwho' },
      API: { HTTPHeaders: { 'X-Key': ['secret1'] } },
      Gateway: { NoFetch: true },
      Bootstrap: ['auto'],
      Pinning: { RemoteServices: { home: { API: { Key: 'secret2' } } } }
    },
    problems: [{ when: '2026-01-02T03:04:05.678Z', what: 'It broke.', detail: 'one\ntwo' }]
  })
  expect(text).toBe(`Version: 1
Browser: x

Settings that were changed:
  API.HTTPHeaders = (withheld)
  Gateway.NoFetch = true
  Pinning.RemoteServices = (withheld)

Last problems:
  2026-01-02T03:04:05.678Z It broke.
    one
    two
`)
})
