import { checkUnchanged } from '../../config/change-config.ts'
import { conceal } from '../../config/conceal.ts'
import type { Config } from '../../config/config.ts'
import { jsonDiff } from '../../config/json-diff.ts'
import { profiles } from '../../config/profiles.ts'
import { usableConfig } from '../../config/usable-config.ts'
import { writeConfig } from '../../config/write-config.ts'
import { writtenConfig } from '../../config/written-config.ts'
import { argument } from '../../rpc/argument.ts'
import { command, group } from '../../rpc/command.ts'
import { option } from '../../rpc/option.ts'
import { shape } from '../../rpc/output.ts'
import { once } from '../../rpc/result.ts'
import { sorted } from './sorted.ts'

const apply = command({
  help: {
    tagline: 'Change the configuration as a profile says.',
    description: `The profiles:\n\n${
      Object.entries(profiles).sort().map(([name, { description }]) => `  ${name}\n    ${description}`).join('\n')
    }`
  },
  errors: [
    { ask: 'arg=nosuch', says: 'nosuch is not a profile' }
  ],
  args: { profile: argument.string('profile', 'Name of the profile.') },
  options: { dryRun: option.bool('dry-run', 'Only show what would change.') },
  output: shape('ConfigUpdateOutput', 'OldCfg:object NewCfg:object', 'OldCfg:map[string]any NewCfg:map[string]any'),

  async run ({ profile: name, dryRun }, { node }) {
    const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined

    if (profile == null) {
      throw new Error(`${name} is not a profile`)
    }

    const before = node.config.all()

    if (dryRun === true) {
      return once({ OldCfg: shown(before), NewCfg: shown(profile.apply(before)) })
    }

    if (profile.initOnly === true) {
      throw new Error(`the profile ${name} can only be applied when a repository is made`)
    }

    await node.config.update((config) => {
      const next = writtenConfig(config, profile.apply(config), config)
      checkUnchanged(config, next)
      return next
    })

    return once({ OldCfg: shown(before), NewCfg: shown(node.config.all()) })
  },

  text: ({ OldCfg, NewCfg }) => jsonDiff(OldCfg, NewCfg)
})

export const configProfile = group('Change the configuration in one go for a purpose.', { apply })

/** Returns the configuration in Kubo's output form, without secrets. */
function shown (config: Config): Config {
  return sorted(conceal(writeConfig(usableConfig(config).config))) as Config
}
