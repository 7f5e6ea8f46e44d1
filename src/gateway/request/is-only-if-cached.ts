/** Whether a request must be answered without the network (`Cache-Control: only-if-cached`). */
export function isOnlyIfCached ({ headers }: Request): boolean {
  return headers.get('cache-control') === 'only-if-cached'
}
