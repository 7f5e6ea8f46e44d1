/**
 * Words that stay on the page while a person may choose another language: they are said anew each time that they are looked at. A copy
 * (`{ ...told }`) stays as it was said.
 *
 * @param say - says all of them, the same parts each time
 */
export function retold<T extends object> (say: () => T): T {
  const parts = Object.keys(say()).map((part) => [part, { enumerable: true, get: () => say()[part as keyof T] }])
  return Object.defineProperties({}, Object.fromEntries(parts) as PropertyDescriptorMap) as T
}
