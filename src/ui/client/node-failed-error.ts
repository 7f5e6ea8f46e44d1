import { defineError } from '../../errors/define-error.ts'

/** The node could not start. The page shows the reason in a notice of its own. */
export class NodeFailedError extends defineError('NodeFailedError') {}
