/** Methods that no Request can have, and those whose case it changes. */
const REFUSED = /^(?:connect|trace|track|delete|get|head|options|post|put)$/i
const NORMAL = /^(?:DELETE|GET|HEAD|OPTIONS|POST|PUT)$/

/** A Request of any method that a client may send: `fetch` would not send a few of them, and they are answered nevertheless. */
export function withMethod (url: URL, method: string, init: RequestInit): Request {
  if (!REFUSED.test(method) || NORMAL.test(method)) {
    return new Request(url, { ...init, method })
  }

  return Object.defineProperty(new Request(url, { ...init, method: 'OPTIONS' }), 'method', { value: method })
}
