/**
 * Resolves when the document is shown. A browser that prerenders a document loads its frames of other origins, such as
 * that of the home node, only when a user opens it.
 */
export async function untilShown (): Promise<void> {
  if ((document as Document & { prerendering?: boolean }).prerendering === true) {
    await new Promise<void>((resolve) => {
      document.addEventListener('prerenderingchange', () => {
        resolve()
      }, { once: true })
    })
  }
}
