/**
 * The folder in which the site is installed, `/` or `/repo/`. The build writes it into the pages (`finish-html.mjs`),
 * relative in those that are served from a single path. The worker of the site controls this folder. Apps with the
 * library have `/`.
 */
export const BASE: string = readBase()

function readBase (): string {
  const page = (globalThis as { document?: Document }).document
  const meta = page?.querySelector?.('meta[name=swipfs-base]') as HTMLMetaElement | null | undefined
  const written = meta?.content
  return page == null || written == null ? '/' : new URL(written, page.baseURI).pathname
}
