/**
 * `fetch` that follows no redirect, which would lead elsewhere than was asked for. Not by `redirect: 'error'`: workerd
 * does not know it.
 *
 * @throws TypeError, as `fetch` does for what it cannot do
 */
export async function fetchDirect (url: string | URL, init: Omit<RequestInit, 'redirect'>): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })

  // a browser shows it without a status
  if (
    response.type === 'opaqueredirect' ||
    (response.status >= 300 && response.status < 400 && response.headers.has('location'))
  ) {
    await response.body?.cancel()
    throw new TypeError('unexpected redirect')
  }

  return response
}
