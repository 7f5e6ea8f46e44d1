import { group } from '../../../rpc/command/command.ts'
import { pinDates } from './dates.ts'

export const swipfsPin = group('Show more about pins.', { dates: pinDates })
