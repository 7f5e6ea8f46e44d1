import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { ROOT } from './root.mjs'

/**
 * Runs a tool of node_modules in the project's folder, with its output shown.
 *
 * @param {string} script below node_modules
 * @param {string[]} args
 * @returns {number} its exit code
 */
export function runTool (script, args) {
  return spawnSync(process.execPath, [path.join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    stdio: 'inherit'
  }).status ?? 1
}
