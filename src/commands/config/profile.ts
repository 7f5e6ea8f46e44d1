import { checkUnchanged } from '../../config/changes/change-config.ts'
import { conceal } from '../../config/changes/conceal.ts'
import { usableConfig } from '../../config/document/usable-config.ts'
import { writeConfig } from '../../config/document/write-config.ts'
import { writtenConfig } from '../../config/document/written-config.ts'
import { profiles } from '../../config/profiles.ts'
import type { Config } from '../../config/values/config.ts'
import { jsonDiff } from '../../config/values/json-diff.ts'
import { argument } from '../../rpc/command/argument.ts'
import { command, group } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { sortKeys } from './sort-keys.ts'

const apply = command({
  help: {
    tagline: 'Apply a profile to the configuration.',
    description: `The profiles:\n\n${
      Object.entries(profiles).sort().map(([name, { description }]) => `  ${name}\n    ${description}`).join('\n')
    }`
  },
  errors: [
    { ask: 'arg=nosuch', says: 'nosuch is not a profile' }
  ],
  args: { profile: argument.string('profile', 'Name of the profile.') },
  options: { dryRun: option.bool('dry-run', 'Only show what would change.') },
  output: outputShape(
    'ConfigUpdateOutput',
    'OldCfg:object NewCfg:object',
    'OldCfg:map[string]any NewCfg:map[string]any'
  ),

  async run ({ profile: name, dryRun }, { node }) {
    const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined

    if (profile == null) {
      throw new Error(`${name} is not a profile`)
    }

    const before = node.config.all()

    if (dryRun === true) {
      return singleResult({ OldCfg: concealedConfig(before), NewCfg: concealedConfig(profile.apply(before)) })
    }

    if (profile.initOnly === true) {
      throw new Error(`the profile ${name} can only be applied when a repository is made`)
    }

    await node.config.update((config) => {
      const next = writtenConfig(config, profile.apply(config), config)
      checkUnchanged(config, next)
      return next
    })

    return singleResult({ OldCfg: concealedConfig(before), NewCfg: concealedConfig(node.config.all()) })
  },

  text: ({ OldCfg, NewCfg }) => jsonDiff(OldCfg, NewCfg)
})

export const configProfile = group('Apply predefined sets of settings.', { apply })

/** Returns the configuration in Kubo's output form, without secrets. */
function concealedConfig (config: Config): Config {
  return sortKeys(conceal(writeConfig(usableConfig(config).config))) as Config
}
