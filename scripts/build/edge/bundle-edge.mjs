import { build as bundle } from 'vite'
import { lockDependencies } from '../lock-dependencies.mjs'
import { packageOf } from '../package-of.mjs'

/**
 * Bundles the worker of the edge, or one of its tests, as a single module.
 *
 * @param {{ root: string, entry: string, alias?: Record<string, string>, minify?: boolean, logLevel?: string }} options
 *   entry: a path; alias: replacement modules by the names that they replace
 * @returns {Promise<string>}
 */
export async function bundleEdge ({ root, entry, alias = {}, minify = false, logLevel = 'warn' }) {
  const result = await bundle({
    root,
    configFile: false,
    publicDir: false,
    logLevel,
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias, conditions: ['workerd', 'worker', 'browser', 'module', 'import', 'default'] },
    build: {
      write: false,
      target: 'es2023',
      minify,
      lib: { entry, formats: ['es'], fileName: () => 'worker.js' },
      rolldownOptions: { external: [/^cloudflare:/], output: { codeSplitting: false } }
    }
  })

  const [{ code, moduleIds }] = (Array.isArray(result) ? result : [result]).flatMap(({ output }) => output).filter((
    { type }
  ) => type === 'chunk')
  const used = new Set(moduleIds.flatMap((id) => packageOf(id) ?? []))
  return code.replaceAll('__EDGE_DEPENDENCIES__', JSON.stringify(await lockDependencies(undefined, used)))
}
