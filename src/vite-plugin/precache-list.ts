/** For people and tools, not for the page. */
const NOT_FOR_PAGES = /(\.map$|(^|\/)[._])/

/**
 * The paths by which a page asks for the files of a build: those of a worker and source maps are not among them, and `a/index.html`
 * is asked for as `/a/`.
 *
 * @param base - where the site lies, `/` or `/app/`
 * @returns the name of each file and its path, sorted by path; characters that have a meaning in URLs are percent-encoded
 */
export function precacheList (fileNames: readonly string[], base: string, workerFiles: readonly string[]): Array<{ name: string, url: string }> {
  return fileNames
    .filter((name) => !NOT_FOR_PAGES.test(name) && !workerFiles.includes(name))
    .map((name) => ({ name, url: base + encodeURI(name.replace(/(^|\/)index\.html$/, '$1')).replace(/[?#]/g, encodeURIComponent) }))
    .sort((a, b) => a.url < b.url ? -1 : 1)
}
