/** Methods that a Request rejects, and those that it normalizes. */
const REFUSED = /^(?:connect|trace|track|delete|get|head|options|post|put)$/i
const NORMAL = /^(?:DELETE|GET|HEAD|OPTIONS|POST|PUT)$/

/**
 * Creates a Request with any method that a client may send, even those that `fetch` refuses: they get an answer too.
 */
export function withMethod (url: URL, method: string, init: RequestInit): Request {
  if (!REFUSED.test(method) || NORMAL.test(method)) {
    return new Request(url, { ...init, method })
  }

  return Object.defineProperty(new Request(url, { ...init, method: 'OPTIONS' }), 'method', { value: method })
}
