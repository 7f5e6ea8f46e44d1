import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { chromium } from 'playwright'
import { SYSTEM_CHROMIUMS } from '../install/ensure-chromium.mjs'

/**
 * Options for every launch of Chromium: stories, kill rounds, benchmarks, pictures. The browser must behave as people
 * have it, so only switches that this machine needs are set. Faults that Playwright's own switches hide are real: pages
 * that do not come back from the back/forward cache, a node in a background tab that loses its peers.
 */

/**
 * Default switches of Playwright that change how pages live. They turn off the back/forward cache, the throttling of
 * timers in background tabs, and the lower priority of hidden windows and their renderers.
 */
export const UNWANTED_DEFAULTS = [
  '--disable-back-forward-cache',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding'
]

/**
 * Features that Playwright (1.65) disables and that no person notices. Chromium obeys only the last
 * `--disable-features`, so the list is repeated here. `ThirdPartyStoragePartitioning` is left out: people have it.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch'
]

/**
 * Popups of the address bar. Every window preloads them as hidden pages, which took half of an empty window's CPU time.
 */
const POPUPS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/**
 * Limits DNS to this machine, so that no test contacts the network. `.local` names are excluded: browsers hide their
 * own addresses from each other with them (WebRTC mDNS candidates).
 */
const LOOPBACK_ONLY =
  'MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1], EXCLUDE *.local'

/**
 * Finds the Chromium to launch: `CHROMIUM_PATH`, Playwright's own, or the system's. Always the full browser, never
 * chromium-headless-shell, which Playwright would choose itself.
 *
 * @returns {string | undefined} undefined leaves the error to Playwright
 */
export function chromiumPath () {
  const given = process.env.CHROMIUM_PATH

  if (given != null && given !== '') {
    return given
  }

  return [chromium.executablePath(), ...SYSTEM_CHROMIUMS].find((path) => existsSync(path))
}

/**
 * Finds chromium-headless-shell: the engine of Chromium without windows, download bubble, PDF viewer and other parts of
 * a browser around it. It must lie next to the browser, so that both have one version; `CHROMIUM_SHELL_PATH` names one
 * elsewhere.
 *
 * @returns {string | undefined} the full browser, as `chromiumPath` returns it, if there is no shell
 */
export function headlessShellPath () {
  const browser = chromiumPath()
  const shell = process.env.CHROMIUM_SHELL_PATH ??
    (browser == null ? undefined : path.join(path.dirname(browser), 'chromium-headless-shell'))

  return shell != null && existsSync(shell) ? shell : browser
}

/**
 * Returns the command line switches. Disables the sandbox as root, because Chromium refuses to start otherwise.
 *
 * @param {{ hosts?: string[], args?: string[] }} [more] `hosts` are resolver rules for names that a test maps to this
 *   machine, such as `MAP example.test 127.0.0.1`; `args` are further switches
 * @returns {string[]}
 */
export function chromiumArgs ({ hosts = [], args = [] } = {}) {
  const isRoot = process.getuid?.() === 0

  return [
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    `--disable-features=${[...DISABLED_FEATURES, ...POPUPS].join()}`,
    `--host-resolver-rules=${[...hosts, LOOPBACK_ONLY].join(', ')}`,
    '--allow-loopback-in-peer-connection',
    ...args
  ]
}

/**
 * Returns the options of `chromium.launch` and `chromium.launchPersistentContext`.
 *
 * @param {Parameters<typeof chromiumArgs>[0] & { shell?: boolean }} [more] as for `chromiumArgs`; shell: uses the
 *   headless shell if it is installed
 * @returns {{ executablePath: string | undefined, args: string[], ignoreDefaultArgs: string[] }}
 */
export function launchOptions ({ shell = false, ...more } = {}) {
  return {
    executablePath: shell ? headlessShellPath() : chromiumPath(),
    args: chromiumArgs(more),
    ignoreDefaultArgs: UNWANTED_DEFAULTS
  }
}
