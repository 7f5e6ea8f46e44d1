import type { ConfigStore } from '../../config/config-store.ts'
import { cleanPinningEndpoint } from '../../config/types/clean-pinning-endpoint.ts'
import { parsePinningEndpoint } from '../../config/types/pinning-endpoint.ts'
import { getIn, isObject, setIn } from '../../config/values/config.ts'
import type { Config } from '../../config/values/config.ts'
import { compareStrings } from '../../go/text/compare-strings.ts'
import { PinningService } from './pinning-service.ts'

const KEY = 'Pinning.RemoteServices'

/** A service of the configuration (`Pinning.RemoteServices`), without its key. */
export interface RemoteServiceInfo {
  name: string
  endpoint: string
  policy: MfsPolicy
}

/** Whether the MFS root is pinned at the service whenever it changes (`Policies.MFS`). */
export interface MfsPolicy {
  enable: boolean
  /** empty for a name that identifies the node */
  pinName: string
  /** Go duration, the minimum time between two pins; empty for the default */
  repinInterval: string
}

interface Service {
  API?: { Endpoint?: string; Key?: string } | null
  Policies?: { MFS?: { Enable?: boolean; PinName?: string; RepinInterval?: string } | null } | null
}

/** The remote pinning services of a node's configuration. Their keys are in it and are never returned. */
export class RemoteServices {
  readonly #config: ConfigStore

  constructor (config: ConfigStore) {
    this.#config = config
  }

  /** Lists the services, sorted by name. */
  list (): RemoteServiceInfo[] {
    return Object.entries(this.#services()).map(([name, { API, Policies }]) => ({
      name,
      endpoint: API?.Endpoint ?? '',
      policy: {
        enable: Policies?.MFS?.Enable ?? false,
        pinName: Policies?.MFS?.PinName ?? '',
        repinInterval: Policies?.MFS?.RepinInterval ?? ''
      }
    })).sort((a, b) => compareStrings(a.name, b.name))
  }

  /** @throws an Error with Kubo's words for an unknown name, or a service without a usable URL */
  get (name: string): PinningService {
    const services = this.#services()

    if (!Object.hasOwn(services, name)) {
      throw new Error('service not known')
    }

    const { API } = services[name]
    return new PinningService({ endpoint: parsePinningEndpoint(API?.Endpoint ?? ''), key: API?.Key ?? '' })
  }

  /**
   * Stores a service.
   *
   * @throws an Error with Kubo's words for an invalid URL or a name that is taken, and for a URL that would reveal the
   *   key
   */
  async add (name: string, endpoint: string, key: string): Promise<void> {
    const cleaned = cleanPinningEndpoint(endpoint)

    await this.#config.update((config) => {
      const services = storedServices(config)

      if (Object.hasOwn(services, name)) {
        throw new Error('service already present')
      }

      const API = { Endpoint: parsePinningEndpoint(cleaned), Key: key }
      return setIn(config, KEY, {
        ...services,
        [name]: { API, Policies: { MFS: { Enable: false, PinName: '', RepinInterval: '' } } }
      })
    })
  }

  /** Does nothing if there is no service of this name. Its pins stay at the service. */
  async remove (name: string): Promise<void> {
    await this.#config.update((config) => {
      const { [name]: _, ...others } = storedServices(config)
      return Object.hasOwn(storedServices(config), name) ? setIn(config, KEY, others) : config
    })
  }

  #services (): Record<string, Service> {
    return this.#config.get<Config>(KEY) as Record<string, Service> | undefined ?? {}
  }
}

/** Returns the stored services, including unusable ones. */
function storedServices (config: Config): Config {
  const services = getIn(config, KEY)
  return isObject(services) ? services : {}
}
