/**
 * Returns texts that are evaluated at each access, so that they follow a change of the page's language. A copy (`{
 * ...told }`) keeps the current language.
 *
 * @param say - returns all texts, always with the same properties
 */
export function retold<T extends object> (say: () => T): T {
  const parts = Object.keys(say()).map((part) => [part, { enumerable: true, get: () => say()[part as keyof T] }])
  return Object.defineProperties({}, Object.fromEntries(parts) as PropertyDescriptorMap) as T
}
