/** A name of a global interface, and the members of its prototype that make HTML of a text. */
const PARSERS: ReadonlyArray<readonly [owner: string, members: readonly string[]]> = [
  ['Element', ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'setHTMLUnsafe']],
  ['ShadowRoot', ['innerHTML', 'setHTMLUnsafe']],
  ['Document', ['write', 'writeln']],
  ['DOMParser', ['parseFromString']],
  ['Range', ['createContextualFragment']]
]
/** Members of elements that set an attribute. */
const SETTERS = ['setAttribute', 'setAttributeNS', 'setAttributeNode', 'setAttributeNodeNS', 'httpEquiv'] as const
const ATTRIBUTE = /http-equiv/i

/**
 * Calls a function whenever a script of the page is about to make what may be a policy of its document: a `meta`
 * element with `http-equiv`, made by its attributes or from HTML. A policy that was added cannot be removed.
 */
export function beforePolicy (call: () => void): void {
  const check = (matches: boolean): void => {
    if (matches) {
      call()
    }
  }

  for (const [owner, members] of PARSERS) {
    const { prototype } = (globalThis as unknown as Record<string, { prototype: object } | undefined>)[owner] ?? {}

    for (const member of members) {
      interceptMethod(prototype, member, (values) => {
        check(values.some((value) => ATTRIBUTE.test(String(value))))
      })
    }
  }

  // Defined on `meta` elements only, so that other elements keep the functions of the browser.
  for (const member of SETTERS) {
    interceptMethod(HTMLMetaElement.prototype, member, (values) => {
      check(
        member === 'httpEquiv' ||
          values.some((value) => ATTRIBUTE.test(value instanceof Attr ? value.name : String(value)))
      )
    })
  }
}

/** Replaces a method or a setter, its own or inherited, by one that first calls `before` with the arguments. */
function interceptMethod (
  prototype: object | undefined,
  member: string,
  before: (values: readonly unknown[]) => void
): void {
  const found = prototype == null ? undefined : inheritedProperty(prototype, member)

  if (prototype == null || found == null) {
    return
  }

  const wrap = <F extends (...values: never[]) => unknown>(original: F): F => {
    return new Proxy(original, {
      apply (target, self, values) {
        before(values)
        return Reflect.apply(target, self, values)
      }
    })
  }

  Object.defineProperty(prototype, member, {
    ...found,
    ...typeof found.value === 'function' ? { value: wrap(found.value as () => unknown) } : {},
    ...found.set == null ? {} : { set: wrap(found.set) }
  })
}

function inheritedProperty (start: object, member: string): PropertyDescriptor | undefined {
  for (let owner: object | null = start; owner != null; owner = Object.getPrototypeOf(owner) as object | null) {
    const found = Object.getOwnPropertyDescriptor(owner, member)

    if (found != null) {
      return found
    }
  }

  return undefined
}
