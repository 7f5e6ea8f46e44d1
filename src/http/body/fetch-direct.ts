/**
 * Fetches without following redirects, which could lead to another server. Does not use `redirect: 'error'`, because
 * workerd does not support it.
 *
 * @throws TypeError if the request fails or is redirected
 */
export async function fetchDirect (url: string | URL, init: Omit<RequestInit, 'redirect'>): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })

  // browsers hide the status of a redirect
  if (
    response.type === 'opaqueredirect' ||
    (response.status >= 300 && response.status < 400 && response.headers.has('location'))
  ) {
    await response.body?.cancel()
    throw new TypeError('unexpected redirect')
  }

  return response
}
