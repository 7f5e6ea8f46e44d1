/** Whether nobody else may be asked for anything to answer a request (`Cache-Control: only-if-cached`). */
export function isOnlyIfCached ({ headers }: Request): boolean {
  return headers.get('cache-control') === 'only-if-cached'
}
