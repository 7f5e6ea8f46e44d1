import { t } from '../t.ts'

/** That there is no such command. @param near - one that is written almost so */
export function noCommand (name: string, near?: string): string {
  return near == null ? t('There is no command “{name}”.', { name }) : t('There is no command “{name}”. Did you mean “{near}”?', { name, near })
}

/** The same of an option. */
export function noOption (command: string, option: string, near?: string): string {
  return near == null ? t('{command} has no option {option}.', { command, option }) : t('{command} has no option {option}. Did you mean {near}?', { command, option, near })
}
