/** Name of the Durable Object that is the node of a deployment. */
export const NODE_NAME = 'node'
