import { conceal } from '../../config/changes/conceal.ts'
import { kuboSchema } from '../../config/document/kubo-schema.ts'
import { expandAuto } from '../../config/values/auto-values.ts'
import { command } from '../../rpc/command/command.ts'
import { singleResult } from '../../rpc/command/result.ts'
import { expandAutoOption } from './expand-auto-option.ts'
import { humanOutput } from './human-output.ts'
import { sortKeys } from './sort-keys.ts'

export const configShow = command({
  help: {
    tagline: 'Show the whole configuration.',
    description: 'Omits the private key, API.Authorizations and the keys of remote pinning services.'
  },
  inherits: { expandAuto: expandAutoOption },
  answers: {
    fields: Object.entries(kuboSchema.fields).map(([name, { schema, omitEmpty }]) => ({
      name,
      type: schema.go,
      omitEmpty
    }))
  },

  run ({ expandAuto: expanded }, { node }) {
    const config = node.config.all()
    return singleResult(sortKeys(conceal(expanded === true ? expandAuto(config, node.config.autoConf) : config)))
  },

  text: (config) => `${humanOutput(config)}\n`
})
