/** Combines the members of parts into one object. Keeps getters, whose values change; a spread would freeze them. */
export function combine<A extends object, B extends object> (first: A, second: B): A & B {
  return Object.defineProperties({}, {
    ...Object.getOwnPropertyDescriptors(first),
    ...Object.getOwnPropertyDescriptors(second)
  }) as A & B
}
