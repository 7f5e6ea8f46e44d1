import { encodedMap, FlattenMap } from '@jridgewell/trace-mapping'
import { minify } from '@swc/core'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { minifySync } from 'rolldown/experimental'
import { build as bundle } from 'vite'
import { LICENSES_BANNER } from '../library/licenses.mjs'
import { lockDependencies } from '../lock-dependencies.mjs'
import { packageOf } from '../package-of.mjs'
import { composeMaps } from './compose-maps.mjs'
import { CORE, DEFERRED_PARTS, DEFERRED_SCRIPT, deferredParts } from './deferred-parts.mjs'

/**
 * Bundles a worker as classic scripts: that of the entry, and further ones that it loads by `importScripts` when it
 * needs them. Shared code is included once.
 *
 * Firefox supports no module workers, no worker may `import()`, and IIFE bundles cannot share code. So the bundler
 * emits CommonJS chunks, and a small registry connects them (`worker-parts.js`). It evaluates the chunks of
 * `DEFERRED_PARTS` at first use.
 *
 * @param {object} config of vite: root, configFile, logLevel, define
 * @param {string} entry
 * @param {Record<string, string>} parts entries of further scripts by name, below the root
 * @param {string} version that all scripts must share
 * @param {{ name?: string, deferredScript?: boolean }} [options]
 * - name: of the script of the entry, without `.js`; default `sw`
 * - deferredScript: whether the deferred parts get a script of their own, `deferred.js`, so that a start does not even
 *   load them. Default: they are in the script of the entry
 * @returns {Promise<{ scripts: Array<{ name: string, code: string, map: string }>, dependencies: object[] }>} the
 *   scripts with their source maps, and the packages that they contain
 */
export async function bundleWorker (config, entry, parts, version, { name: main = 'sw', deferredScript = false } = {}) {
  const names = Object.keys(parts)
  const deferred = deferredParts(config.root, entry, DEFERRED_PARTS)

  const result = await bundle({
    ...config,
    plugins: [...config.plugins, deferred.plugin],
    build: {
      write: false,
      lib: {
        entry: {
          [main]: entry,
          ...Object.fromEntries(Object.entries(parts).map(([name, entry]) => [name, path.join(config.root, entry)]))
        },
        formats: ['cjs'],
        fileName: (_format, name) => `${name}.js`
      },
      rolldownOptions: {
        // Entries may export to the deferred parts.
        preserveEntrySignatures: 'allow-extension',
        output: {
          codeSplitting: {
            groups: [
              {
                name: (id) => deferred.chunkName(id),
                debugName: 'deferred parts',
                includeDependenciesRecursively: false
              }
            ]
          },
          chunkFileNames: '[name].js',
          minifyInternalExports: true
        }
      }
    }
  })

  const chunks = (Array.isArray(result) ? result : [result]).flatMap(({ output }) => output).filter(({ type }) =>
    type === 'chunk'
  )
  const isEntry = ({ fileName }) => fileName === `${main}.js` || names.some((name) => fileName === `${name}.js`)
  const isDeferred = ({ fileName, moduleIds }) =>
    fileName !== `${CORE}.js` && moduleIds.some((id) => deferred.chunkName(id) === path.basename(fileName, '.js'))
  // The largest first: the order saves 0.1 kB.
  const later = chunks.filter((chunk) => !isEntry(chunk) && isDeferred(chunk)).sort((a, b) =>
    b.code.length - a.code.length
  )
  const shared = chunks.filter((chunk) => !isEntry(chunk) && !isDeferred(chunk))
  const used = new Set(chunks.flatMap(({ moduleIds }) => moduleIds.flatMap((id) => packageOf(id) ?? [])))

  const registry = (await readFile(new URL('./worker-parts.js', import.meta.url), 'utf8'))
    .replaceAll('__VERSION__', version)
    .replace(
      '__DEFERRED__',
      JSON.stringify(Object.fromEntries(later.map(({ fileName, exports }) => [`./${fileName}`, exports])))
    )
    .replace('__SCRIPT__', JSON.stringify(deferredScript ? DEFERRED_SCRIPT : null))

  const script = (name, pieces, before, after) => {
    const lines = []
    const sections = []

    for (const { code, map, fileName } of pieces) {
      lines.push(
        `swipfsParts.define(${JSON.stringify(`./${fileName}`)}, ${
          JSON.stringify(version)
        }, function (module, exports, require) {`
      )
      sections.push({
        offset: { line: before.split('\n').length - 1 + lines.join('\n').split('\n').length, column: 0 },
        map
      })
      lines.push(withoutMapUrl(code).trimEnd(), '})')
    }

    return minifyAgain(name, `${before}${lines.join('\n')}\n${after}`, {
      version: 3,
      file: name,
      sections: sections.filter(({ map }) => map != null)
    })
  }

  const scripts = await Promise.all([
    script(
      `${main}.js`,
      [...shared, ...deferredScript ? [] : later, ...chunks.filter(({ fileName }) => fileName === `${main}.js`)],
      registry,
      `swipfsParts.require("./${main}.js")\n`
    ),
    ...deferredScript ? [script(DEFERRED_SCRIPT, later, '', '')] : [],
    ...names.map((name) => script(`${name}.js`, chunks.filter(({ fileName }) => fileName === `${name}.js`), '', ''))
  ])

  return { scripts, dependencies: await lockDependencies(undefined, used) }
}

/**
 * Minifies a script again after its chunks were joined: names become shorter if they are chosen together. SWC inlines
 * more than the bundler's minifier, which then shortens the syntax.
 */
async function minifyAgain (name, code, map) {
  const inlined = await minify(code, {
    compress: { passes: 3, sequences: false },
    mangle: true,
    ecma: 2020,
    module: false,
    sourceMap: true
  })
  const again = minifySync(name, inlined.code, {
    module: false,
    sourcemap: true,
    inputMap: composeMaps(JSON.parse(inlined.map), encodedMap(new FlattenMap(map)))
  })

  if (again.errors.length > 0) {
    throw new Error(`${name} cannot be minified: ${again.errors[0].message}`)
  }

  // The banner is a line of its own, so the mappings begin one line later.
  const moved = { ...again.map, mappings: `;${again.map.mappings}` }
  return {
    name,
    code: `${LICENSES_BANNER}\n${again.code}\n//# sourceMappingURL=${name}.map\n`,
    map: JSON.stringify(moved)
  }
}

function withoutMapUrl (code) {
  return code.replace(/\n\/\/# sourceMappingURL=\S*\s*$/, '\n')
}

/** Parts of the worker other than sw.js, by name. */
export const PARTS = { swarm: 'sw/swarm/swarm-part.ts' }

/** Entry of the worker of own origins, below the root: `own-origin.js`. */
export const OWN_ORIGIN_ENTRY = 'sw/own-origin.ts'
