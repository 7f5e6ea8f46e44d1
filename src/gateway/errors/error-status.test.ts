import { expect, it } from 'vitest'
import { webError } from '../html/status/web-error.ts'
import { errorStatus } from './error-status.ts'
import { ResolveError, StatusError } from './gateway-errors.ts'

const errorNamed = (name: string, message = name, cause?: Error): Error =>
  Object.assign(new Error(message, { cause }), { name })

it.each([
  [new Error('any'), 500],
  ['no error at all', 500],
  [errorNamed('InvalidPathError'), 400],
  [errorNamed('NoLinkError'), 404],
  [errorNamed('BlockNotFoundError'), 404],
  [errorNamed('RetrievalTimeoutError'), 504],
  [new Error('x is blocked and cannot be provided'), 410],
  [new Error('wrapped', { cause: errorNamed('NoLinkError') }), 404],
  [new ResolveError('/ipfs/x', errorNamed('BlockNotFoundError')), 404],
  [new ResolveError('/ipfs/x', new StatusError(500, errorNamed('BlockNotFoundError'))), 500],
  [new StatusError(406, 'no'), 406]
])('%s is %i', (error, status) => {
  expect(errorStatus(error)).toBe(status)
})

it('error messages escape paths', () => {
  expect(new ResolveError('/ipfs/é"\n\u202e☃😀', new Error('why')).message).toBe(
    'failed to resolve /ipfs/\\u00e9\\"\\n\\u202e\\u2603\\U0001f600: why'
  )
})

it('errors for content that may appear later are not cacheable', async () => {
  const said = { 'Cache-Control': 'immutable', Etag: '"x"', 'X-Ipfs-Path': '/ipfs/x' }
  const request = new Request('http://localhost/')
  const missing = webError(
    request,
    new Headers(said),
    { disableHtmlErrors: false, diagnosticServiceUrl: '' },
    errorNamed('BlockNotFoundError', 'gone')
  )
  expect([
    missing.status,
    missing.headers.get('cache-control'),
    missing.headers.get('etag'),
    missing.headers.get('x-ipfs-path')
  ]).toEqual([404, null, null, '/ipfs/x'])
  expect(missing.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await missing.text()).toBe('gone\n')
  expect(
    webError(
      request,
      new Headers(said),
      { disableHtmlErrors: false, diagnosticServiceUrl: '' },
      new StatusError(406, 'no')
    ).headers.get('cache-control')
  ).toBe('immutable')
})
