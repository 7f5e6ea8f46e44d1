import MagicString from 'magic-string'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { childNodes, parseSource } from '../../syntax-tree.mjs'

/** The base with which the site is built (docs/.vitepress/config.ts). */
export const BASE = '/VP-BASE/'

/** Stands for the base in the texts of scripts; replaced when they run. */
const MARK = '@base@'

/** The global variable with the path of the site's folder, set by each page before its scripts run. */
const VARIABLE = '__siteBase'

/** Root-absolute URLs in attributes and style sheets. */
const ROOT_ABSOLUTE = /(?:href|src|srcset|action)=["']?\/(?!\/)|url\(["']?\/(?!\/)/g

/**
 * Makes a built site independent of its folder, so that it works at `/`, at `/docs/`, and at `/ipfs/CID/`. VitePress
 * only builds for a fixed base. Pages and style sheets get relative URLs; scripts get the base from the page's own URL.
 *
 * @param {string} folder
 * @throws if a root-absolute URL is left
 */
export async function relativeSite (folder) {
  // Without a known depth it cannot find its files. Hosts have pages of their own.
  await rm(path.join(folder, '404.html'), { force: true })

  for (const name of await readdir(folder, { recursive: true })) {
    const change = { '.html': relativePage, '.css': relativeStyle, '.js': relativeScript }[path.extname(name)]

    if (change != null) {
      const file = path.join(folder, name)
      const depth = name.split(path.sep).length - 1
      const text = change(await readFile(file, 'utf8'), depth === 0 ? './' : '../'.repeat(depth))

      if (text.includes(BASE) || (change !== relativeScript && text.match(ROOT_ABSOLUTE) != null)) {
        throw new Error(`${name} has a root-absolute URL: ${text.match(ROOT_ABSOLUTE)?.[0] ?? BASE}`)
      }

      await writeFile(file, text)
    }
  }
}

/** @param {string} up - relative URL of the site's folder */
export function relativePage (html, up) {
  return html
    .replace(
      /JSON\.parse\("((?:\\.|[^"\\])*)"\)/g,
      (whole, json) =>
        json.includes(BASE) ? `JSON.parse("${json.replaceAll(BASE, MARK)}".replaceAll("${MARK}",${VARIABLE}))` : whole
    )
    .replaceAll(BASE, up)
    .replace('<head>', `<head>\n    <script>${VARIABLE}=new URL("${up}",location.href).pathname</script>`)
}

/** @param {string} up - relative URL of the site's folder */
export function relativeStyle (css, up) {
  return css.replaceAll(BASE, up)
}

/** Wraps each text of a script that contains the base, so that the base is inserted when the script runs. */
export function relativeScript (code) {
  if (!code.includes(BASE)) {
    return code
  }

  const result = new MagicString(code)

  const visit = (node) => {
    const text = code.slice(node.start, node.end)

    if (isString(node) && text.includes(BASE)) {
      result.update(
        node.start,
        node.end,
        `(${text.replaceAll(BASE, MARK)}.replaceAll("${MARK}",globalThis.${VARIABLE}))`
      )
    } else {
      childNodes(node).forEach(visit)
    }
  }

  visit(parseSource('site.js', code).program)
  return result.toString()
}

function isString ({ type, value }) {
  return type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')
}
