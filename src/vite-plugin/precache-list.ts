/** For people and tools, not for the page. */
const NOT_FOR_PAGES = /(\.map$|(^|\/)[._])/

/**
 * The paths by which a page asks for the files of a build: those of a worker and source maps are not among them, and `a/index.html`
 * is asked for as `/a/`.
 *
 * @param base - where the site lies, `/` or `/app/`
 */
export function precacheList (fileNames: readonly string[], base: string, workerFiles: readonly string[]): string[] {
  return fileNames
    .filter((name) => !NOT_FOR_PAGES.test(name) && !workerFiles.includes(name))
    .map((name) => base + name.replace(/(^|\/)index\.html$/, '$1'))
    .sort()
}
