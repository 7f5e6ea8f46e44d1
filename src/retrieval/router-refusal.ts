import { SourceError } from './source-error.ts'

/** What an answer of a router means that is not 200: `later` where it is busy, else `failed`. @param retryMs - when it wants to be asked again, where it says so */
export function routerRefusal (status: number, retryMs?: number): SourceError {
  return new SourceError(status === 429 || status === 503 ? 'later' : 'failed', `answered ${status}`, retryMs)
}
