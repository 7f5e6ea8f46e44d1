import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Paths of Chromium in system packages. */
export const SYSTEM_CHROMIUMS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome'
]

/**
 * Finds a Chromium for the browser tests: `CHROMIUM_PATH`, Playwright's own, the system's. Otherwise installs one by
 * Playwright, and if the download fails, by the system's packages.
 *
 * @returns {Promise<string>} the path of the executable
 * @throws an Error that lists the attempts
 */
export async function ensureChromium () {
  const given = process.env.CHROMIUM_PATH

  if (given != null && given !== '') {
    if (!existsSync(given)) {
      throw new Error(`CHROMIUM_PATH names ${given}, and no file is there.`)
    }
    return given
  }

  const { chromium } = await import('playwright')
  const find = () => [chromium.executablePath(), ...SYSTEM_CHROMIUMS].find((path) => existsSync(path))
  const found = find()

  if (found != null) {
    return found
  }

  console.log('No Chromium was found. Set CHROMIUM_PATH to use one in another place.')
  const ways = [
    [
      "Installing Playwright's Chromium, and the system packages that it needs (the command below asks the " +
      'package manager for them):',
      process.execPath,
      ['node_modules/playwright/cli.js', 'install', '--with-deps', 'chromium']
    ],
    ...aptCommands()
  ]

  for (const [what, command, args] of ways) {
    console.log(`${what}\n> ${[command, ...args].join(' ')}`)
    spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    const installed = find()

    if (installed != null) {
      return installed
    }
  }

  throw new Error(
    "No Chromium could be installed, neither by Playwright nor by the system's packages. Install one and " +
      'name it in CHROMIUM_PATH.'
  )
}

/** Returns the commands for Debian-based systems. Uses sudo if not root and sudo needs no password. */
function aptCommands () {
  if (!existsSync('/usr/bin/apt-get')) {
    return []
  }

  const lead = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const command = (what, ...args) => {
    const all = [...lead, ...args]
    return [what, all[0], all.slice(1)]
  }
  return [
    command("Reading the system's list of packages:", 'apt-get', 'update'),
    command(
      'Installing the system packages chromium and fonts-liberation:',
      'apt-get',
      'install',
      '-y',
      '--no-install-recommends',
      'chromium',
      'fonts-liberation'
    )
  ]
}
