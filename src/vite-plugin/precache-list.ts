/**
 * Files for people and tools, which pages do not load: source maps, hidden files, and settings of hosts such as
 * `_headers`. Bundlers give names with `_` to folders (`_next/`), and to files below other folders.
 */
const NOT_FOR_PAGES = /\.map$|(^|\/)\.|^_[^/]*$/

/**
 * Returns the paths with which a page requests the files of a build. Worker scripts and source maps are left out, and
 * `a/index.html` becomes `/a/`.
 *
 * @param base - base path of the site, `/` or `/app/`
 * @returns the name of each file and its path, sorted by path; reserved characters of URLs are percent-encoded
 */
export function precacheList (
  fileNames: readonly string[],
  base: string,
  workerFiles: readonly string[]
): Array<{ name: string; url: string }> {
  return fileNames
    .filter((name) => !NOT_FOR_PAGES.test(name) && !workerFiles.includes(name))
    .map((name) => ({
      name,
      url: base + encodeURI(name.replace(/(^|\/)index\.html$/, '$1')).replace(/[?#]/g, encodeURIComponent)
    }))
    .sort((a, b) => a.url < b.url ? -1 : 1)
}
