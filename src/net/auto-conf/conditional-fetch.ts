import type { KeptAutoConf } from '../../config/values/auto-conf.ts'
import { CERTIFICATES_ARE_CHECKED } from './fetch-auto-conf.ts'
import type { SendAutoConfRequest } from './fetch-auto-conf.ts'

export interface ConditionalFetchInit {
  userAgent?: () => string
  /** Fetches without checking certificates; undefined where that is impossible. */
  fetchInsecurely?: typeof fetch
}

/** Makes requests of a program without HTTP cache: they have the validators of the last answer. */
export function conditionalFetch ({ userAgent, fetchInsecurely }: ConditionalFetchInit = {}): SendAutoConfRequest {
  return async (url, { signal, kept, isInsecure }) => {
    if (isInsecure && fetchInsecurely == null) {
      throw new Error(CERTIFICATES_ARE_CHECKED)
    }

    return await (isInsecure && fetchInsecurely != null ? fetchInsecurely : fetch)(url, {
      signal,
      headers: { ...condition(kept), ...userAgent == null ? {} : { 'User-Agent': userAgent() } }
    })
  }
}

function condition ({ etag = '', lastModified = '' }: Partial<KeptAutoConf> = {}): Record<string, string> {
  if (etag !== '') {
    return { 'If-None-Match': etag }
  }

  return lastModified === '' ? {} : { 'If-Modified-Since': lastModified }
}
