/** The version of the Kubo RPC API that this node implements. Clients compare it. */
export const KUBO_VERSION = '0.40.0'

/** The version of Kubo's repo format that the stores correspond to (`repo/version`). */
export const REPO_VERSION = '18'

/** The commit of the build; empty outside of a build. */
export const COMMIT = ''

/** Kubo reports its processor and operating system here. */
export const SYSTEM = 'wasm/browser'

/** Kubo reports its Go version here. Clients only print it. */
export const LANGUAGE = 'javascript'

/** The agent version for peers and `id`. */
export const AGENT_VERSION = `kubo/${KUBO_VERSION}/swipfs`
