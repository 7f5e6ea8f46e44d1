import { t } from '../../text/t.ts'

/**
 * Returns the message for an unknown command.
 *
 * @param near - a similar name
 */
export function noCommand (name: string, near?: string): string {
  return near == null
    ? t('There is no command “{name}”.', { name })
    : t('There is no command “{name}”. Did you mean “{near}”?', { name, near })
}

/** Returns the message for an unknown option. */
export function noOption (command: string, option: string, near?: string): string {
  return near == null
    ? t('{command} has no option {option}.', { command, option })
    : t('{command} has no option {option}. Did you mean {near}?', { command, option, near })
}
